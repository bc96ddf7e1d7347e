CREATE TABLE "product_sales" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"sold" integer NOT NULL,
	CONSTRAINT "product_sales_sold" CHECK ("product_sales"."sold" >= 0)
);
--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
create trigger product_sales_inserted after insert on product_sales referencing new table as changed
  for each statement execute function offers_changed();
--> statement-breakpoint
create trigger product_sales_updated after update on product_sales referencing new table as changed
  for each statement execute function offers_changed();
