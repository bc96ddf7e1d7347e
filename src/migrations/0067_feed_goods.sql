alter table offers add column absent_since timestamp with time zone;
--> statement-breakpoint
alter table offers add column list_price_cents integer;
--> statement-breakpoint
alter table offers add constraint offers_list_price_positive check (list_price_cents > 0);
