-- What each member has keys of, a row for each line of his orders, with what it is found and sorted by beside it: one page
-- of his key library is found in one index, however many keys he has.
create table library_lines (
  line_id bigint primary key constraint library_lines_line_id_order_lines_id_fk references order_lines (id) on delete cascade,
  member_id uuid not null constraint library_lines_member_id_members_id_fk references members (id) on delete cascade,
  product_id integer not null,
  placed_at timestamp with time zone not null,
  order_no text not null,
  name text not null
);
--> statement-breakpoint
-- With all that is looked for, so that the table itself is not read.
create index library_lines_by_game on library_lines (member_id, product_id, placed_at, line_id) include (order_no, name);
--> statement-breakpoint
-- Whose keys are seen: in docs/decisions/055.
create function library_of(orders_of uuid[]) returns setof library_lines language sql stable as $$
  select l.id, o.member_id, l.product_id, o.placed_at, o.order_no, left(l.name, 300)
  from orders o join order_lines l on l.order_id = o.id
  where o.id = any(orders_of) and o.member_id is not null and o.status in ('Delivered', 'Completed', 'PartlyRefunded')
    and exists (select from vault_keys where order_line_id = l.id and state = 'sold' and refunded_at is null)
$$;
--> statement-breakpoint
create function library_follows(changed_order uuid) returns void language plpgsql as $$
begin
  delete from library_lines where line_id = any(array(select id from order_lines where order_id = changed_order));
  insert into library_lines select * from library_of(array[changed_order])
    on conflict (line_id) do update set member_id = excluded.member_id;
end $$;
--> statement-breakpoint
create function library_follows_order() returns trigger language plpgsql as $$
begin
  perform library_follows(new.id);
  return null;
end $$;
--> statement-breakpoint
create function library_follows_key() returns trigger language plpgsql as $$
begin
  perform library_follows(order_id) from order_lines where id = old.order_line_id;
  return null;
end $$;
--> statement-breakpoint
-- At the end of the transaction: an order and its keys change one after the other. A guest's purchase pays nothing for it.
create constraint trigger orders_in_library after update on orders deferrable initially deferred for each row
  when ((old.member_id is not null or new.member_id is not null)
    and (old.member_id is distinct from new.member_id
      or (old.status in ('Delivered', 'Completed', 'PartlyRefunded')) <> (new.status in ('Delivered', 'Completed', 'PartlyRefunded'))))
  execute function library_follows_order();
--> statement-breakpoint
create constraint trigger keys_in_library after update on vault_keys deferrable initially deferred for each row
  when (old.state = 'sold' and (old.refunded_at is distinct from new.refunded_at or old.order_line_id is distinct from new.order_line_id))
  execute function library_follows_key();
--> statement-breakpoint
insert into library_lines select l.* from (select array_agg(id) as ids from orders where member_id is not null) o, library_of(o.ids) l;
