ALTER TABLE "past_prices" ADD COLUMN "asked" boolean DEFAULT true NOT NULL;
