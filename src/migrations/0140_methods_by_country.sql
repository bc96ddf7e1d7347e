-- A provider may have many methods of its own, each a row with its provider's name for it; each may be offered in some
-- countries alone, or in all but some. What changes leaves a row for each field, as settings do: what it was, what it became,
-- when, and who did it (`set latchkey.actor`, else the database's user).
alter table payment_methods
  add column code text,
  add column countries text[] not null default '{}',
  add column countries_excluded boolean not null default false,
  add constraint payment_methods_code_check check (code ~ '^[a-z0-9_]{2,40}$'),
  add constraint payment_methods_countries_check check (array_to_string(countries, ',', 'null') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$');
--> statement-breakpoint
create unique index payment_methods_code on payment_methods (provider, code);
--> statement-breakpoint
create table payment_method_changes (
  id bigint primary key generated always as identity,
  method_id integer not null,
  field text not null,
  before jsonb,
  after jsonb,
  actor text not null,
  at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index payment_method_changes_method on payment_method_changes (method_id, id);
--> statement-breakpoint
create function payment_method_changed() returns trigger language plpgsql as $$
begin
  insert into payment_method_changes (method_id, field, before, after, actor)
  select coalesce(new.id, old.id), field, nullif(was -> field, 'null'), nullif(is_now -> field, 'null'),
    coalesce(nullif(current_setting('latchkey.actor', true), ''), session_user)
  from (select coalesce(to_jsonb(old), '{}') as was, coalesce(to_jsonb(new), '{}') as is_now) both_rows,
    jsonb_object_keys(was || is_now) as field
  where nullif(was -> field, 'null') is distinct from nullif(is_now -> field, 'null')
  order by field;
  return null;
end $$;
--> statement-breakpoint
create trigger payment_methods_remembered after insert or update or delete on payment_methods for each row execute function payment_method_changed();
