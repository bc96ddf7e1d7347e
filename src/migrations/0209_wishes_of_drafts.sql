-- What becomes of a draft is told to nobody; once it is published it is held against the wishes for it.
create function wish_check_published() returns trigger language plpgsql as $$
begin
  insert into wish_checks (product_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger products_wished_published after update of is_draft on products for each row
  when (old.is_draft and not new.is_draft) execute function wish_check_published();
