ALTER TABLE "reviews" ADD COLUMN "attempt_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_attempt" ON "reviews" USING btree ("attempt_id") WHERE attempt_id is not null;