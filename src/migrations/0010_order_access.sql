-- Plain idempotency keys could be replayed by whoever read the table. Their keyed hash needs the keyring, which is not here:
-- a request of before is not known again.
ALTER TABLE "orders" DROP COLUMN "idempotency_key";--> statement-breakpoint
UPDATE "orders" SET "request_hash" = NULL WHERE "request_hash" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "idempotency_hash" "bytea";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "browser_hash" "bytea";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cookie_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency_hash_index" ON "orders" USING btree ("idempotency_hash");
