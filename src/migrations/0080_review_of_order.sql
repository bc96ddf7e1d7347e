-- One review of a product for each order of it. Of earlier ones nobody knows the order.
alter table "reviews" add column "order_id" uuid references "orders"("id") on delete set null;
--> statement-breakpoint
create unique index "reviews_order" on "reviews" ("order_id", coalesce("product_id", 0)) where order_id is not null;
