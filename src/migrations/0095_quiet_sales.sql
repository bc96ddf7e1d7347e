-- A sale that nobody can see changes no page: the public is told of stock up to 10 and that there is more
-- (shop/catalog/shown-stock.ts), so only what happens below that is told. Whatever else changes of an offer is told as before.
create function offers_moved() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(distinct moved.product_id) into ids
    from was join changed using (id) cross join unnest(array[was.product_id, changed.product_id]) as moved(product_id)
    where least(was.stock, 11) <> least(changed.stock, 11) or to_jsonb(was) - 'stock' <> to_jsonb(changed) - 'stock';
  perform tell_catalog(ids);
  return null;
end $$;
--> statement-breakpoint
drop trigger offers_updated on offers;
--> statement-breakpoint
create trigger offers_updated after update on offers referencing old table as was new table as changed
  for each statement execute function offers_moved();
