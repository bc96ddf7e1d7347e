-- What must stay true whoever writes: the shop, an import, or a person at a prompt.

-- Stock of a key-backed offer is the number of its available keys (decision B6). Offers are locked in primary-key order,
-- as everywhere, so that two orders with the same lines never wait for each other.
create function count_stock(changed_offers integer[], deltas bigint[]) returns void language plpgsql as $$
begin
  perform 1 from offers where id = any(changed_offers) order by id for no key update;
  update offers o set stock = o.stock + d.delta
    from unnest(changed_offers, deltas) as d(offer_id, delta)
    where o.id = d.offer_id;
end $$;
--> statement-breakpoint
create function vault_keys_inserted() returns trigger language plpgsql as $$
declare ids integer[]; deltas bigint[];
begin
  select array_agg(offer_id), array_agg(n) into ids, deltas
    from (select offer_id, count(*) as n from added where state = 'available' group by offer_id) c;
  if ids is not null then perform count_stock(ids, deltas); end if;
  return null;
end $$;
--> statement-breakpoint
create function vault_keys_deleted() returns trigger language plpgsql as $$
declare ids integer[]; deltas bigint[];
begin
  select array_agg(offer_id), array_agg(-n) into ids, deltas
    from (select offer_id, count(*) as n from removed where state = 'available' group by offer_id) c;
  if ids is not null then perform count_stock(ids, deltas); end if;
  return null;
end $$;
--> statement-breakpoint
create function vault_keys_updated() returns trigger language plpgsql as $$
declare ids integer[]; deltas bigint[];
begin
  select array_agg(offer_id), array_agg(n) into ids, deltas
    from (
      select offer_id, sum(n) as n from (
        select offer_id, 1 as n from added where state = 'available'
        union all
        select offer_id, -1 from removed where state = 'available'
      ) e group by offer_id having sum(n) <> 0
    ) c;
  if ids is not null then perform count_stock(ids, deltas); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger vault_keys_inserted after insert on vault_keys referencing new table as added
  for each statement execute function vault_keys_inserted();
--> statement-breakpoint
create trigger vault_keys_deleted after delete on vault_keys referencing old table as removed
  for each statement execute function vault_keys_deleted();
--> statement-breakpoint
create trigger vault_keys_updated after update on vault_keys referencing new table as added old table as removed
  for each statement execute function vault_keys_updated();
--> statement-breakpoint

-- A sold key stays sold, with its owner (decision C5).
create function vault_keys_guard() returns trigger language plpgsql as $$
begin
  if old.state = 'sold' and (new.state <> 'sold' or new.order_line_id is distinct from old.order_line_id) then
    raise exception 'a sold key cannot change hands' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger vault_keys_guard before update on vault_keys for each row
  when (old.state = 'sold') execute function vault_keys_guard();
--> statement-breakpoint

-- Tells every instance which products look different now; more than 500 at once, or anything that is not a product: 'all'.
create function tell_catalog(product_ids integer[]) returns void language plpgsql as $$
begin
  if product_ids is null then return; end if;
  perform pg_notify('catalog', case when cardinality(product_ids) > 500 then 'all' else array_to_string(product_ids, ',') end);
end $$;
--> statement-breakpoint
create function offers_changed() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(distinct product_id) into ids from changed;
  perform tell_catalog(ids);
  return null;
end $$;
--> statement-breakpoint
create trigger offers_inserted after insert on offers referencing new table as changed
  for each statement execute function offers_changed();
--> statement-breakpoint
create trigger offers_updated after update on offers referencing new table as changed
  for each statement execute function offers_changed();
--> statement-breakpoint
create trigger offers_deleted after delete on offers referencing old table as changed
  for each statement execute function offers_changed();
--> statement-breakpoint
create trigger skus_inserted after insert on skus referencing new table as changed
  for each statement execute function offers_changed();
--> statement-breakpoint
create trigger skus_updated after update on skus referencing new table as changed
  for each statement execute function offers_changed();
--> statement-breakpoint
create function products_changed() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(id) into ids from changed;
  perform tell_catalog(ids);
  return null;
end $$;
--> statement-breakpoint
create trigger products_inserted after insert on products referencing new table as changed
  for each statement execute function products_changed();
--> statement-breakpoint
create trigger products_updated after update on products referencing new table as changed
  for each statement execute function products_changed();
--> statement-breakpoint
create trigger products_deleted after delete on products referencing old table as changed
  for each statement execute function products_changed();
--> statement-breakpoint
create function catalog_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'all');
  return null;
end $$;
--> statement-breakpoint
create trigger categories_changed after insert or update or delete on categories for each statement execute function catalog_changed();
--> statement-breakpoint
create trigger facet_values_changed after insert or update or delete on facet_values for each statement execute function catalog_changed();
--> statement-breakpoint
create trigger banners_changed after insert or update or delete on banners for each statement execute function catalog_changed();
--> statement-breakpoint
create trigger currencies_changed after insert or update or delete on currencies for each statement execute function catalog_changed();
--> statement-breakpoint
create trigger settings_changed after insert or update or delete on settings for each statement execute function catalog_changed();
--> statement-breakpoint
create trigger sellers_changed after update on sellers for each statement execute function catalog_changed();
--> statement-breakpoint

-- An old slug redirects for good, and a slug that is used again stops redirecting (decision B3).
create function keep_slug() returns trigger language plpgsql as $$
begin
  insert into slug_redirects (kind, old_slug, target_id) values (tg_argv[0], old.slug, new.id)
    on conflict (kind, old_slug) do update set target_id = excluded.target_id;
  delete from slug_redirects where kind = tg_argv[0] and old_slug = new.slug;
  return null;
end $$;
--> statement-breakpoint
create trigger products_slug after update of slug on products for each row
  when (old.slug <> new.slug) execute function keep_slug('product');
--> statement-breakpoint
create trigger categories_slug after update of slug on categories for each row
  when (old.slug <> new.slug) execute function keep_slug('category');
