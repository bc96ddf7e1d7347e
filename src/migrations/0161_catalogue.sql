-- Products that are not to be seen yet, what the back office lists of all of them, and prices that are planned.
alter table products add column is_draft boolean default false not null;
--> statement-breakpoint
create table product_listings (
  product_id integer primary key not null,
  category_id integer not null,
  state text not null,
  name_key text collate "C" not null,
  changed_at timestamp with time zone not null,
  constraint product_listings_state check (state in ('draft', 'priceless', 'off', 'out', 'on'))
);
--> statement-breakpoint
create table listing_checks (
  id bigint primary key generated always as identity,
  product_id integer not null,
  at timestamp with time zone default now() not null,
  is_change boolean not null
);
--> statement-breakpoint
create table planned_prices (
  id integer primary key generated always as identity,
  offer_id integer not null,
  price_cents integer not null,
  at timestamp with time zone not null,
  state text default 'waiting' not null,
  before_cents integer,
  reason text not null,
  staff_id uuid not null,
  actor text not null,
  address text not null,
  made_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint planned_prices_price_positive check (price_cents > 0),
  constraint planned_prices_state check (state in ('waiting', 'done', 'cancelled'))
);
--> statement-breakpoint
alter table planned_prices add constraint planned_prices_offer_id_offers_id_fk foreign key (offer_id) references offers(id) on delete cascade;
--> statement-breakpoint
create index product_listings_changed on product_listings (state, changed_at, product_id);
--> statement-breakpoint
create index product_listings_named on product_listings (state, name_key, product_id);
--> statement-breakpoint
create index product_listings_shelf_changed on product_listings (category_id, state, changed_at, product_id);
--> statement-breakpoint
create index product_listings_shelf_named on product_listings (category_id, state, name_key, product_id);
--> statement-breakpoint
create index planned_prices_due on planned_prices (at, id) where state = 'waiting';
--> statement-breakpoint
create index planned_prices_of_offer on planned_prices (offer_id, id);
--> statement-breakpoint
-- What a listing is made of has changed: noted by a row that is only added, so that whoever sells waits for nobody. It is looked at a
-- moment later (src/rooms/products/listing-store.ts).
create function product_rows_noted() returns trigger language plpgsql as $$
begin
  insert into listing_checks (product_id, is_change) select id, true from changed;
  return null;
end $$;
--> statement-breakpoint
create function goods_rows_noted() returns trigger language plpgsql as $$
begin
  insert into listing_checks (product_id, is_change) select distinct product_id, true from changed;
  return null;
end $$;
--> statement-breakpoint
create trigger products_listed_inserted after insert on products referencing new table as changed
  for each statement execute function product_rows_noted();
--> statement-breakpoint
create trigger products_listed_deleted after delete on products referencing old table as changed
  for each statement execute function product_rows_noted();
--> statement-breakpoint
create trigger skus_listed_inserted after insert on skus referencing new table as changed
  for each statement execute function goods_rows_noted();
--> statement-breakpoint
create trigger skus_listed_updated after update on skus referencing new table as changed
  for each statement execute function goods_rows_noted();
--> statement-breakpoint
create trigger skus_listed_deleted after delete on skus referencing old table as changed
  for each statement execute function goods_rows_noted();
--> statement-breakpoint
create trigger offers_listed_inserted after insert on offers referencing new table as changed
  for each statement execute function goods_rows_noted();
--> statement-breakpoint
create trigger offers_listed_deleted after delete on offers referencing old table as changed
  for each statement execute function goods_rows_noted();
--> statement-breakpoint
-- By row and with a condition, because a sale changes the stock of an offer with every key: only the last and the first one count,
-- and neither makes a product one that was changed.
create function product_noted() returns trigger language plpgsql as $$
begin
  insert into listing_checks (product_id, is_change) values (old.id, true);
  return null;
end $$;
--> statement-breakpoint
create function offer_noted() returns trigger language plpgsql as $$
begin
  insert into listing_checks (product_id, is_change) values (old.product_id, old.price_cents <> new.price_cents or old.active <> new.active);
  if new.product_id <> old.product_id then
    insert into listing_checks (product_id, is_change) values (new.product_id, true);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger products_listed_updated after update on products for each row
  when (old.* is distinct from new.*) execute function product_noted();
--> statement-breakpoint
create trigger offers_listed_updated after update on offers for each row
  when (old.price_cents <> new.price_cents or (old.stock > 0) <> (new.stock > 0) or old.active <> new.active or old.product_id <> new.product_id)
  execute function offer_noted();
--> statement-breakpoint
insert into listing_checks (product_id, at, is_change) select id, created_at, true from products order by id;
