CREATE TABLE "refund_units" (
	"refund_id" uuid NOT NULL,
	"order_line_id" bigint NOT NULL,
	"unit" integer NOT NULL,
	"key_id" bigint,
	"amount" bigint NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refund_units_refund_id_order_line_id_unit_pk" PRIMARY KEY("refund_id","order_line_id","unit"),
	CONSTRAINT "refund_units_unit_check" CHECK ("refund_units"."unit" between 1 and 1000),
	CONSTRAINT "refund_units_amount_check" CHECK ("refund_units"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "refund_units" ADD CONSTRAINT "refund_units_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_units" ADD CONSTRAINT "refund_units_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_units_line" ON "refund_units" USING btree ("order_line_id");
