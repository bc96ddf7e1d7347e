-- A batch can be moved to another version: a key of it that is freed afterwards is for sale where its batch is now.
create or replace function vault_keys_of_batch() returns trigger language plpgsql as $$
declare batch record;
begin
  select state, offer_id into batch from key_batches where id = new.batch_id for share;
  new.offer_id := batch.offer_id;
  if batch.state <> 'open' then
    new.state := batch.state;
  end if;
  return new;
end $$;
