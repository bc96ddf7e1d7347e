CREATE TABLE "past_prices" (
	"offer_id" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"price_cents" integer NOT NULL,
	CONSTRAINT "past_prices_offer_id_until_pk" PRIMARY KEY("offer_id","until")
);
--> statement-breakpoint
CREATE TABLE "past_rates" (
	"currency_id" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"rate_e8" bigint NOT NULL,
	CONSTRAINT "past_rates_currency_id_until_pk" PRIMARY KEY("currency_id","until")
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" jsonb NOT NULL,
	"abstract_info" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"content" jsonb NOT NULL,
	"author" text NOT NULL,
	"genre" text NOT NULL,
	"seed" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"is_alone" text DEFAULT '0' NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seo_title" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"seo_key" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"seo_dec" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_pages" (
	"key" text PRIMARY KEY NOT NULL,
	"seo_title" jsonb NOT NULL,
	"seo_key" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"seo_dec" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "website_infos" (
	"type" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" integer NOT NULL,
	"owner" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_uses_state" CHECK ("coupon_uses"."state" in ('reserved', 'used', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"percent_bp" integer,
	"amount_usd_cents" integer,
	"minimum_usd_cents" integer DEFAULT 0 NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"total_uses" integer,
	"per_member_uses" integer,
	"category_ids" integer[],
	"product_ids" integer[],
	"seller_ids" integer[],
	"uses" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_code_unique" UNIQUE("code"),
	CONSTRAINT "coupons_code" CHECK ("coupons"."code" = upper("coupons"."code")),
	CONSTRAINT "coupons_one_kind" CHECK (("coupons"."percent_bp" is null) <> ("coupons"."amount_usd_cents" is null)),
	CONSTRAINT "coupons_percent" CHECK ("coupons"."percent_bp" between 1 and 10000),
	CONSTRAINT "coupons_amount" CHECK ("coupons"."amount_usd_cents" > 0),
	CONSTRAINT "coupons_uses" CHECK ("coupons"."uses" >= 0 and ("coupons"."total_uses" is null or "coupons"."uses" <= "coupons"."total_uses"))
);
--> statement-breakpoint
CREATE TABLE "enquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" smallint NOT NULL,
	"fill_name" text NOT NULL,
	"email" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "enquiries_type" CHECK ("enquiries"."type" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	CONSTRAINT "newsletter_state" CHECK ("newsletter_subscriptions"."state" in ('asked', 'confirmed', 'left'))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer,
	"fill_name" text NOT NULL,
	"email" text NOT NULL,
	"content" text NOT NULL,
	"score" smallint NOT NULL,
	"locale" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_score" CHECK ("reviews"."score" between 1 and 5),
	CONSTRAINT "reviews_state" CHECK ("reviews"."state" in ('pending', 'published', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"page" text NOT NULL,
	"referrer" text,
	"locale" text NOT NULL,
	"visitor" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"order_id" uuid,
	"fill_name" text NOT NULL,
	"email" text NOT NULL,
	"scope" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "waiver" jsonb;--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_rates" ADD CONSTRAINT "past_rates_currency_id_currencies_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_uses_owner" ON "coupon_uses" USING btree ("coupon_id","owner") WHERE state <> 'returned';--> statement-breakpoint
CREATE INDEX "enquiries_created_at_index" ON "enquiries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscriptions_email_index" ON "newsletter_subscriptions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "reviews_published" ON "reviews" USING btree ("product_id","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "visits_at_index" ON "visits" USING btree ("at");--> statement-breakpoint
CREATE INDEX "withdrawals_received_at_index" ON "withdrawals" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "withdrawals_order_id_index" ON "withdrawals" USING btree ("order_id");