-- An unpaid order is reminded of once; mails are counted by whom they go to.
ALTER TABLE "orders" ADD COLUMN "reminded_at" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree (lower("recipient"), "template", "created_at");
