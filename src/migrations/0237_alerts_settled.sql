ALTER TABLE "alerts" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "alerts_of_subject" ON "alerts" USING btree ("kind","subject");