-- Batches of keys have what a person must know of them, and are on sale, blocked or withdrawn: their unsold keys follow.
alter table key_batches
  add column supplier text default '' not null,
  add column cost_minor integer,
  add column cost_currency text,
  add column actor text default '' not null,
  add column state text default 'open' not null,
  add column withdrawn_at timestamp with time zone,
  add column exported_at timestamp with time zone,
  add column report jsonb,
  add constraint key_batches_state check (state in ('open', 'blocked', 'withdrawn')),
  add constraint key_batches_cost check ((cost_minor is null) = (cost_currency is null) and cost_minor >= 0),
  add constraint key_batches_withdrawn check ((state = 'withdrawn') = (withdrawn_at is not null)),
  add constraint key_batches_exported check (exported_at is null or state = 'withdrawn');
--> statement-breakpoint
create index key_batches_newest on key_batches (created_at, id);
--> statement-breakpoint
create index key_batches_in_state on key_batches (state, created_at, id);
--> statement-breakpoint
create index key_batches_of_offer on key_batches (offer_id, created_at, id);
--> statement-breakpoint
create index vault_keys_of_batch on vault_keys (batch_id, state, id);
--> statement-breakpoint
alter table vault_keys drop constraint vault_keys_state;
--> statement-breakpoint
alter table vault_keys add constraint vault_keys_state check (state in ('available', 'reserved', 'sold', 'withheld', 'retired', 'replaced', 'blocked', 'withdrawn'));
--> statement-breakpoint
-- Whatever frees a key of a batch that is not on sale, an order that ends or money that goes back, does not put it on sale. The lock
-- lets whoever blocks the batch at this moment go first, or see the key.
create function vault_keys_of_batch() returns trigger language plpgsql as $$
declare batch_state text;
begin
  select state into batch_state from key_batches where id = new.batch_id for share;
  if batch_state <> 'open' then
    new.state := batch_state;
  end if;
  return new;
end $$;
--> statement-breakpoint
-- After `vault_keys_guard`, by its name: what a sale or a refund may do is judged as it was asked.
create trigger vault_keys_of_batch before update on vault_keys for each row
  when (new.state = 'available' and old.state <> 'available') execute function vault_keys_of_batch();
--> statement-breakpoint
-- Withdrawn keys rest for 30 days. After that, and once they left the shop as a file, no way leads back to a sale.
create function withdrawn_batches_stay() returns trigger language plpgsql as $$
begin
  if old.exported_at is not null or old.withdrawn_at < now() - interval '30 days' then
    raise exception 'what was withdrawn is never sold again' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger withdrawn_batches_stay before update on key_batches for each row
  when (old.state = 'withdrawn' and (new.state <> 'withdrawn' or new.exported_at is null and old.exported_at is not null or new.withdrawn_at <> old.withdrawn_at))
  execute function withdrawn_batches_stay();
--> statement-breakpoint
create function withdrawn_keys_stay() returns trigger language plpgsql as $$
begin
  if exists (select from key_batches where id = old.batch_id and state = 'withdrawn') then
    raise exception 'a withdrawn key is not sold' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger withdrawn_keys_stay before update on vault_keys for each row
  when (old.state = 'withdrawn' and new.state in ('available', 'reserved', 'sold', 'blocked')) execute function withdrawn_keys_stay();
--> statement-breakpoint
-- Keys that left the shop as a file are told to the journal as sold ones are: a restore to an earlier moment does not sell them. They
-- are no order's.
create function key_batches_journalled() returns trigger language plpgsql as $$
begin
  insert into journal_entries (kind, value)
    select 'key', encode(fingerprint, 'hex') || ' 00000000-0000-0000-0000-000000000000'
    from vault_keys where batch_id = new.id and state = 'withdrawn' order by id;
  return null;
end $$;
--> statement-breakpoint
create trigger key_batches_journalled after update of exported_at on key_batches for each row
  when (new.exported_at is not null) execute function key_batches_journalled();
--> statement-breakpoint
-- Who looked at which key in the office and when: so many an hour and person.
create table key_looks (
  id bigint primary key generated always as identity,
  staff_id uuid not null,
  key_id bigint not null,
  at timestamp with time zone default now() not null
);
--> statement-breakpoint
alter table key_looks add constraint key_looks_key_id_vault_keys_id_fk foreign key (key_id) references vault_keys(id) on delete cascade;
--> statement-breakpoint
create index key_looks_of_person on key_looks (staff_id, at);
