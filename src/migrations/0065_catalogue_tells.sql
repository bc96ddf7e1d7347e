-- A SKU that goes takes its platform and region out of the lists; a SKU or an offer that moves to another product changes both.
create trigger skus_deleted after delete on skus referencing old table as changed
  for each statement execute function offers_changed();
--> statement-breakpoint
create function goods_moved() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(product_id) into ids from (select product_id from was union select product_id from changed) both_sides;
  perform tell_catalog(ids);
  return null;
end $$;
--> statement-breakpoint
drop trigger offers_updated on offers;
--> statement-breakpoint
create trigger offers_updated after update on offers referencing old table as was new table as changed
  for each statement execute function goods_moved();
--> statement-breakpoint
drop trigger skus_updated on skus;
--> statement-breakpoint
create trigger skus_updated after update on skus referencing old table as was new table as changed
  for each statement execute function goods_moved();
