ALTER TABLE "mails" ADD COLUMN "asker" bytea;--> statement-breakpoint
CREATE INDEX "mails_askers" ON "mails" USING btree ("created_at") WHERE asker is not null;
