-- Alerts have a subject and are open once per kind and subject; a repetition counts up. What is not yet told is mailed.
ALTER TABLE "alerts" ADD COLUMN "last_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "money" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
-- Until now they were unique per kind and order, or per kind and details, but for races.
UPDATE "alerts" a SET "subject" = coalesce(a."order_id"::text, 'alert ' || a."id") || case when n > 1 then ' ' || n else '' end,
	"last_at" = a."at", "money" = a."kind" LIKE 'payment.%'
	FROM (select "id", row_number() over (partition by "kind", coalesce("order_id"::text, "id"::text) order by "id") as n from "alerts") d
	WHERE d."id" = a."id";--> statement-breakpoint
ALTER TABLE "alerts" ALTER COLUMN "subject" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("kind","subject") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "alerts_untold" ON "alerts" USING btree ("kind") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "alerts_told" ON "alerts" USING btree ("kind","told_at");
