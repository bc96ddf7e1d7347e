-- What members wish for (decision F9): one wish of a product each, and what its member knows of price and stock.
create table wishes (
  member_id uuid not null constraint wishes_member_id_members_id_fk references members (id) on delete cascade,
  product_id integer not null constraint wishes_product_id_products_id_fk references products (id) on delete cascade,
  sku_id integer constraint wishes_sku_id_skus_id_fk references skus (id) on delete cascade,
  price_cents integer,
  known_cents integer,
  known_in_stock boolean not null,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint wishes_member_id_product_id_pk primary key (member_id, product_id)
);
--> statement-breakpoint
create index wishes_product_id_member_id_index on wishes (product_id, member_id);
--> statement-breakpoint
create index wishes_sku_id_index on wishes (sku_id) where sku_id is not null;
--> statement-breakpoint
create index wishes_removed_at_index on wishes (removed_at) where removed_at is not null;
--> statement-breakpoint
-- Who wants no mails about his wishes has a row.
create table wish_silence (
  member_id uuid primary key constraint wish_silence_member_id_members_id_fk references members (id) on delete cascade,
  since timestamp with time zone not null default now()
);
--> statement-breakpoint
-- Told, or to be told with the next mail: at most once for a product and day (UTC).
create table wish_news (
  member_id uuid not null constraint wish_news_member_id_members_id_fk references members (id) on delete cascade,
  product_id integer not null constraint wish_news_product_id_products_id_fk references products (id) on delete cascade,
  day date not null,
  kind text not null,
  sku_id integer,
  cents integer not null,
  before_cents integer,
  created_at timestamp with time zone not null default now(),
  mail_id uuid,
  constraint wish_news_member_id_product_id_day_pk primary key (member_id, product_id, day),
  constraint wish_news_kind check (kind in ('reduced', 'available'))
);
--> statement-breakpoint
create index wish_news_waiting on wish_news (created_at, member_id) where mail_id is null;
--> statement-breakpoint
create index wish_news_mail_id_index on wish_news (mail_id) where mail_id is not null;
--> statement-breakpoint
create index wish_news_day_index on wish_news (day);
--> statement-breakpoint
create index wish_news_product_id_index on wish_news (product_id);
--> statement-breakpoint
-- Products whose price or availability moved, to be held against the wishes for them. Only ever added to by who changes an
-- offer: no row is shared, so two who change the same product never wait for each other here.
create table wish_checks (
  id bigint primary key generated always as identity,
  product_id integer not null,
  due_at timestamp with time zone not null default now(),
  -- How far it has come: the last member whose wish was looked at.
  after_member uuid
);
--> statement-breakpoint
create index wish_checks_due_at_id_index on wish_checks (due_at, id);
--> statement-breakpoint
create index wish_checks_product_id_index on wish_checks (product_id);
--> statement-breakpoint
-- By row and with a condition, because a sale changes the stock of an offer with every key: only the last and the first one count.
create function wish_check() returns trigger language plpgsql as $$
begin
  insert into wish_checks (product_id) values (old.product_id);
  if tg_op = 'UPDATE' and new.product_id <> old.product_id then
    insert into wish_checks (product_id) values (new.product_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger offers_wished_updated after update on offers for each row
  when (old.price_cents <> new.price_cents or (old.stock > 0) <> (new.stock > 0) or old.active <> new.active
    or old.product_id <> new.product_id or old.sku_id <> new.sku_id)
  execute function wish_check();
--> statement-breakpoint
create trigger offers_wished_deleted after delete on offers for each row execute function wish_check();
--> statement-breakpoint
-- A product that is offered for the first time was wished for by nobody who saw it cheaper: what its offer begins with matters
-- to wishes alone that are older, and a catalogue of 200,000 is filled without a look at each.
create function wish_check_added() returns trigger language plpgsql as $$
begin
  insert into wish_checks (product_id)
    select distinct product_id from added join products p on p.id = product_id where active and p.created_at < now();
  return null;
end $$;
--> statement-breakpoint
create trigger offers_wished_added after insert on offers referencing new table as added
  for each statement execute function wish_check_added();
--> statement-breakpoint
-- Reviews of members are theirs; guests' are found by the address under which they were written.
alter table reviews add column member_id uuid constraint reviews_member_id_members_id_fk references members (id) on delete set null;
--> statement-breakpoint
create index reviews_member_id_index on reviews (member_id) where member_id is not null;
--> statement-breakpoint
create index reviews_email_index on reviews (email);
--> statement-breakpoint
-- Whether a signed-in member opened the page, not which (docs/decisions/040).
alter table visits add column by_member boolean not null default false;
