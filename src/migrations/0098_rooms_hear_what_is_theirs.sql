-- What changes is told to the room that keeps it: currencies to `money`, banners to the pages that the operator writes. A
-- statement that touched no row still tells nobody.
create function rows_changed() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform pg_notify(tg_argv[0], tg_argv[1]); end if;
  return null;
end $$;
--> statement-breakpoint
do $$
declare
  name text;
  told text;
begin
  for name, told in values ('currencies', '''money'', ''currencies'''), ('banners', '''pages'', ''content''') loop
    execute format('drop trigger %I on %I', name || '_inserted', name);
    execute format('drop trigger %I on %I', name || '_updated', name);
    execute format('drop trigger %I on %I', name || '_deleted', name);
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function rows_changed(%s)', name || '_inserted', name, told);
    execute format('create trigger %I after update on %I referencing new table as changed for each statement execute function rows_changed(%s)', name || '_updated', name, told);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function rows_changed(%s)', name || '_deleted', name, told);
  end loop;
end $$;
