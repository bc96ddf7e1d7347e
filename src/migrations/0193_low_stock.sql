-- From how many keys on an offer counts as running low; null: nobody wants to know.
alter table offers add column low_at integer;
--> statement-breakpoint
alter table offers add constraint offers_low_at_not_negative check (low_at >= 0);
--> statement-breakpoint
-- Offers whose stock has crossed that, to be looked at a moment later; whoever sells only adds a row, and waits for nobody.
create table stock_checks (
  id bigint primary key generated always as identity,
  offer_id integer not null
);
--> statement-breakpoint
-- Those that run low, or have keys and are off sale, since when. A row stands here from one crossing to the other: it is told once.
create table offer_stocks (
  offer_id integer primary key not null,
  state text not null,
  since timestamp with time zone default now() not null,
  constraint offer_stocks_state check (state in ('low', 'idle'))
);
--> statement-breakpoint
create index offer_stocks_in_state on offer_stocks (state, since, offer_id);
--> statement-breakpoint
-- What was sold of an offer within the last weeks is counted without a look at what was sold before.
create index vault_keys_sold on vault_keys (offer_id, sold_at) where sold_at is not null;
--> statement-breakpoint
create function offer_stock_noted() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stock_checks (offer_id) values (old.id);
  else
    insert into stock_checks (offer_id) values (new.id);
    insert into listing_checks (product_id, is_change) values (new.product_id, false);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- The condition is looked at with each sale, the function runs with a crossing alone.
create trigger offers_stock_crossed after update on offers for each row
  when (coalesce(old.active and old.stock <= old.low_at, false) <> coalesce(new.active and new.stock <= new.low_at, false)
    or (new.low_at is not null or not new.active) and (old.stock > 0) <> (new.stock > 0)
    or old.active <> new.active and new.stock > 0)
  execute function offer_stock_noted();
--> statement-breakpoint
create trigger offers_stock_gone after delete on offers for each row
  when (old.low_at is not null or not old.active) execute function offer_stock_noted();
--> statement-breakpoint
-- Drafts are not sold, so nothing of them runs low.
create function product_stock_noted() returns trigger language plpgsql as $$
begin
  insert into stock_checks (offer_id) select id from offers where product_id = new.id and (low_at is not null or not active);
  return null;
end $$;
--> statement-breakpoint
create trigger products_stock_published after update on products for each row
  when (old.is_draft <> new.is_draft) execute function product_stock_noted();
--> statement-breakpoint
insert into stock_checks (offer_id) select id from offers where not active and stock > 0 and backing = 'keys' order by id;
