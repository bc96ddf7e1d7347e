-- Settings are heard on a channel of their own, and every change leaves a row: what it was, what it became, when, and who
-- did it (`set latchkey.actor`, else the database's user).
create table setting_changes (
  id bigint primary key generated always as identity,
  key text not null,
  before text,
  after text,
  actor text not null,
  at timestamptz not null default now()
);
--> statement-breakpoint
create index on setting_changes (key, id);
--> statement-breakpoint
create function setting_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.key = new.key and old.value = new.value then return null; end if;
  insert into setting_changes (key, before, after, actor)
  values (coalesce(new.key, old.key), old.value, new.value, coalesce(nullif(current_setting('latchkey.actor', true), ''), session_user));
  perform pg_notify('settings', coalesce(new.key, old.key));
  return null;
end $$;
--> statement-breakpoint
drop trigger settings_inserted on settings;
--> statement-breakpoint
drop trigger settings_updated on settings;
--> statement-breakpoint
drop trigger settings_deleted on settings;
--> statement-breakpoint
create trigger settings_changed after insert or update or delete on settings for each row execute function setting_changed();
