-- What of a payment has gone back of what was too much and what of its price, as each was counted when it went.
ALTER TABLE "payments" ADD COLUMN "surplus_back" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "price_back" bigint DEFAULT 0 NOT NULL;
