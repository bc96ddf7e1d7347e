-- Whether members are told of a change of many products. Of one of before nobody is told when it is taken back.
alter table bulk_edits add column tells boolean not null default false;
--> statement-breakpoint
alter table wish_checks add column member_id uuid;
--> statement-breakpoint
alter table wish_checks add column is_quiet boolean not null default false;
--> statement-breakpoint
-- Whoever changes offers and wants nobody to be told says so for his transaction.
create or replace function wish_check() returns trigger language plpgsql as $$
declare
  is_quiet boolean := coalesce(current_setting('latchkey.wishes', true) = 'quiet', false);
begin
  insert into wish_checks (product_id, is_quiet) values (old.product_id, is_quiet);
  if tg_op = 'UPDATE' and new.product_id <> old.product_id then
    insert into wish_checks (product_id, is_quiet) values (new.product_id, is_quiet);
  end if;
  return null;
end $$;
