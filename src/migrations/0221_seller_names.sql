-- What a seller was called before leads to him, as an old address does to its page: feeds go on naming him so. A name that
-- another gets leads to the other one.
CREATE TABLE "seller_names" (
	"name_key" text PRIMARY KEY NOT NULL,
	"seller_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "seller_names" ADD CONSTRAINT "seller_names_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
create function keep_seller_name() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into seller_names (name_key, seller_id) values (lower(old.name), new.id)
      on conflict (name_key) do update set seller_id = excluded.seller_id;
  end if;
  delete from seller_names where name_key = lower(new.name);
  return null;
end $$;
--> statement-breakpoint
create trigger sellers_named after insert on sellers for each row execute function keep_seller_name();
--> statement-breakpoint
create trigger sellers_renamed after update of name on sellers for each row
  when (lower(old.name) <> lower(new.name)) execute function keep_seller_name();
--> statement-breakpoint
-- What they were called until the upgrade stands in the audit log, and of the shop itself in the history of its settings. The last who
-- had a name has it; one that anybody has today leads to nobody else.
insert into seller_names (name_key, seller_id)
select distinct on (lower(was.name)) lower(was.name), was.seller_id
from (
  select l.before ->> 'name' as name, s.id as seller_id, l.at
  from audit_log l join sellers s on s.id::text = l.subject_id
  where l.act = 'seller.change' and l.subject_kind = 'seller'
  union all
  select c.before, s.id, c.at from setting_changes c join sellers s on s.is_shop where c.key = 'shop.name'
) was
where was.name <> '' and not exists (select from sellers where lower(name) = lower(was.name))
order by lower(was.name), was.at desc, was.seller_id;
