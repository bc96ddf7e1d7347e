-- A price is asked while its offer is on sale and its product published. Where that begins or ends a row is written too, so
-- that the past knows from when on what was asked. Of changes in one moment the first is kept: what held before all of them.
create or replace function keep_past_price() returns trigger language plpgsql as $$
declare
  published boolean := (select not is_draft from products where id = new.product_id);
begin
  if published or old.price_cents <> new.price_cents then
    insert into past_prices (offer_id, until, price_cents, asked)
    values (old.id, now(), old.price_cents, old.active and published) on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger offers_price_kept on offers;
--> statement-breakpoint
create trigger offers_price_kept after update of price_cents, active on offers for each row
  when (old.price_cents <> new.price_cents or old.active <> new.active) execute function keep_past_price();
--> statement-breakpoint
create function keep_prices_of_product() returns trigger language plpgsql as $$
begin
  insert into past_prices (offer_id, until, price_cents, asked)
  select id, now(), price_cents, not old.is_draft from offers where product_id = new.id and active on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger products_prices_kept after update of is_draft on products for each row
  when (old.is_draft <> new.is_draft) execute function keep_prices_of_product();
