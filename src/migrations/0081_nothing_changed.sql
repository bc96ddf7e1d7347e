-- A statement that touched no row changed nothing: every start fills in what is missing, mostly nothing, and told every
-- process to read the whole catalogue again. What changes in these tables is told apart from what changes in products: it is
-- read without reading 200,000 of them again.
create function catalog_rows_changed() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform pg_notify('catalog', 'small tables'); end if;
  return null;
end $$;
--> statement-breakpoint
do $$
declare name text;
begin
  foreach name in array array['categories', 'facet_values', 'banners', 'currencies', 'settings'] loop
    execute format('drop trigger %I on %I', name || '_changed', name);
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function catalog_rows_changed()', name || '_inserted', name);
    execute format('create trigger %I after update on %I referencing new table as changed for each statement execute function catalog_rows_changed()', name || '_updated', name);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function catalog_rows_changed()', name || '_deleted', name);
  end loop;
end $$;
--> statement-breakpoint
drop trigger sellers_changed on sellers;
--> statement-breakpoint
create trigger sellers_updated after update on sellers referencing new table as changed
  for each statement execute function catalog_rows_changed();
