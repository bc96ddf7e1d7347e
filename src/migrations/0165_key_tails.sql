-- Keys are found by their last five characters, of which a keyed hash is kept; a job writes those of keys that are there already.
alter table vault_keys add column tail bytea;
--> statement-breakpoint
create index vault_keys_tail on vault_keys (tail, id) where tail is not null;
--> statement-breakpoint
create index vault_keys_without_tail on vault_keys (id) where tail is null;
