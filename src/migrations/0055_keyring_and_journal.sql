-- Which keys of the keyring the database needs, and the keys of fingerprints, which outlive them.
create table keyring_keys (
  id text primary key,
  since timestamptz not null default now()
);
--> statement-breakpoint
insert into keyring_keys (id)
select encode(substr(sealed, 2, 4), 'hex') from vault_keys
union select encode(substr(sealed, 2, 4), 'hex') from mails where sealed is not null;
--> statement-breakpoint
create table fingerprint_keys (
  purpose text primary key,
  sealed bytea not null
);
--> statement-breakpoint
-- What is sealed, by the key that opens it. A room that seals something new adds itself.
create function sealed_rows() returns table (id text, what text, rows bigint) language sql stable as $$
  select encode(substr(sealed, 2, 4), 'hex'), 'keys in the vault', count(*) from vault_keys group by 1
  union all
  select encode(substr(sealed, 2, 4), 'hex'), 'mails', count(*) from mails where sealed is not null group by 1
$$;
--> statement-breakpoint

-- What a restore to an earlier moment must not forget waits here until it stands in a file (decision E8).
create table journal_entries (
  id bigint primary key generated always as identity,
  kind text not null,
  value text not null,
  at timestamptz not null default now()
);
--> statement-breakpoint
create table journal (
  "only" boolean primary key default true check ("only"),
  shop uuid not null default gen_random_uuid(),
  batch bigint not null default 0
);
--> statement-breakpoint
insert into journal default values;
--> statement-breakpoint
-- A key that is sold is told to the journal in the same transaction, whoever sells it.
create function vault_keys_journalled() returns trigger language plpgsql as $$
begin
  insert into journal_entries (kind, value)
    select 'key', encode(a.fingerprint, 'hex') || ' ' || l.order_id
    from added a join removed r on r.id = a.id join order_lines l on l.id = a.order_line_id
    where a.state = 'sold' and r.state <> 'sold'
    order by a.id;
  return null;
end $$;
--> statement-breakpoint
create trigger vault_keys_journalled after update on vault_keys referencing new table as added old table as removed
  for each statement execute function vault_keys_journalled();
--> statement-breakpoint
-- Keys sold so far: a backup from before this version must not sell them again either.
insert into journal_entries (kind, value, at)
select 'key', encode(k.fingerprint, 'hex') || ' ' || l.order_id, coalesce(k.sold_at, now())
from vault_keys k join order_lines l on l.id = k.order_line_id where k.state = 'sold' order by k.id;
--> statement-breakpoint

alter table vault_keys
  drop constraint vault_keys_owner,
  drop constraint vault_keys_state,
  add constraint vault_keys_owner check ((state in ('reserved', 'sold')) = (order_line_id is not null)),
  add constraint vault_keys_state check (state in ('available', 'reserved', 'sold', 'withheld', 'retired'));
--> statement-breakpoint
create index vault_keys_withheld on vault_keys (id) where state = 'withheld';
