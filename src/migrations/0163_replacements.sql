-- A buyer's key can be replaced by another one: what he had is nobody's any more, is shown no more and never sold again.
create table key_replacements (
  id bigint primary key generated always as identity,
  order_line_id bigint not null,
  old_key_id bigint not null,
  new_key_id bigint not null,
  place bigint not null,
  at timestamp with time zone default now() not null,
  constraint key_replacements_old_key_id_key unique(old_key_id),
  constraint key_replacements_new_key_id_key unique(new_key_id)
);
--> statement-breakpoint
alter table key_replacements add constraint key_replacements_order_line_id_order_lines_id_fk foreign key (order_line_id) references order_lines(id);
--> statement-breakpoint
alter table key_replacements add constraint key_replacements_old_key_id_vault_keys_id_fk foreign key (old_key_id) references vault_keys(id);
--> statement-breakpoint
alter table key_replacements add constraint key_replacements_new_key_id_vault_keys_id_fk foreign key (new_key_id) references vault_keys(id);
--> statement-breakpoint
create index key_replacements_line on key_replacements (order_line_id);
--> statement-breakpoint
alter table vault_keys drop constraint vault_keys_state;
--> statement-breakpoint
alter table vault_keys add constraint vault_keys_state check (state in ('available', 'reserved', 'sold', 'withheld', 'retired', 'replaced'));
--> statement-breakpoint
-- A sold key stays sold, with its owner (decision C5), or is replaced for good; one that nobody has seen goes back to stock
-- when its money goes back.
create or replace function vault_keys_guard() returns trigger language plpgsql as $$
begin
  if old.delivered_at is null and new.state = 'available' and new.order_line_id is null and new.delivered_at is null then
    return new;
  end if;
  if old.state = 'sold' and new.state = 'replaced' and new.order_line_id is null then
    return new;
  end if;
  if old.state = 'sold' and (new.state <> 'sold' or new.order_line_id is distinct from old.order_line_id) then
    raise exception 'a sold key cannot change hands' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create function replaced_keys_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a replaced key is never sold again' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger replaced_keys_stay before update on vault_keys for each row
  when (old.state = 'replaced' and new.state is distinct from old.state) execute function replaced_keys_stay();
