ALTER TABLE "uploads" ADD COLUMN "uploaded_by" text;--> statement-breakpoint
CREATE INDEX "news_picture_id_index" ON "news" USING btree ("picture_id") WHERE "news"."picture_id" is not null;--> statement-breakpoint
CREATE INDEX "uploads_library" ON "uploads" USING btree ("created_at","id") WHERE "uploads"."original_id" is null;