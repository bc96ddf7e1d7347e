-- The list of all products is narrowed to what runs low, and to what lacks words of a language: `worded` has those in which it has
-- every text that it has in English.
alter table product_listings add column worded text[] default '{}' not null;
--> statement-breakpoint
alter table product_listings drop constraint product_listings_state;
--> statement-breakpoint
alter table product_listings add constraint product_listings_state check (state in ('draft', 'priceless', 'off', 'out', 'low', 'on'));
--> statement-breakpoint
-- With the languages in the index a list of what lacks one reads no other row, however many have it.
create index product_listings_worded_changed on product_listings (state, changed_at, product_id) include (worded);
--> statement-breakpoint
create index product_listings_worded_named on product_listings (state, name_key, product_id) include (worded);
--> statement-breakpoint
create index product_listings_worded_shelf_changed on product_listings (category_id, state, changed_at, product_id) include (worded);
--> statement-breakpoint
create index product_listings_worded_shelf_named on product_listings (category_id, state, name_key, product_id) include (worded);
--> statement-breakpoint
-- They give every order that those without it gave.
drop index product_listings_changed;
--> statement-breakpoint
drop index product_listings_named;
--> statement-breakpoint
drop index product_listings_shelf_changed;
--> statement-breakpoint
drop index product_listings_shelf_named;
--> statement-breakpoint
insert into listing_checks (product_id, is_change) select id, false from products order by id;
