-- Keys are found by their last five characters, of which a keyed hash is kept. Beside the keys, so that selling one writes no more
-- than before. What has none yet, from before or brought in by an instance that knows nothing of it, gets it by a job.
create table key_tails (
  key_id bigint primary key not null,
  tail bytea
);
--> statement-breakpoint
alter table key_tails add constraint key_tails_key_id_vault_keys_id_fk foreign key (key_id) references vault_keys(id) on delete cascade;
--> statement-breakpoint
create index key_tails_found on key_tails (tail, key_id) where tail is not null;
--> statement-breakpoint
create index key_tails_wanted on key_tails (key_id) where tail is null;
--> statement-breakpoint
create function vault_keys_have_tails() returns trigger language plpgsql as $$
begin
  insert into key_tails (key_id) select id from added;
  return null;
end $$;
--> statement-breakpoint
create trigger vault_keys_have_tails after insert on vault_keys referencing new table as added
  for each statement execute function vault_keys_have_tails();
--> statement-breakpoint
insert into key_tails (key_id) select id from vault_keys;
