-- Files that were uploaded (decision F10): in the database, so that one backup has them and any number of instances.
create table uploads (
  id text primary key constraint uploads_id_is_sha256 check (id ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  width integer not null,
  height integer not null,
  content bytea not null,
  created_at timestamp with time zone not null default now(),
  unused_since timestamp with time zone default now(),
  constraint uploads_content_size check (octet_length(content) between 1 and 33554432)
);
--> statement-breakpoint
-- Pictures are compressed already.
alter table uploads alter column content set storage external;
--> statement-breakpoint
alter table products add column picture_id text constraint products_picture_id_uploads_id_fk references uploads (id);
--> statement-breakpoint
create index products_picture_id_index on products (picture_id) where picture_id is not null;
--> statement-breakpoint
alter table banners add column picture_id text constraint banners_picture_id_uploads_id_fk references uploads (id);
--> statement-breakpoint
alter table banners add column rtl_picture_id text constraint banners_rtl_picture_id_uploads_id_fk references uploads (id);
--> statement-breakpoint
alter table news add column picture_id text constraint news_picture_id_uploads_id_fk references uploads (id);
--> statement-breakpoint

-- Uploads that something refers to. It asks the catalogue who may refer, so that a table that comes later needs no word here.
create function used_uploads() returns setof text language plpgsql stable as $$
declare
  reference record;
begin
  for reference in
    select c.conrelid::regclass as from_table, a.attname as from_column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'uploads'::regclass
  loop
    return query execute format('select %1$I from %2$s where %1$I is not null', reference.from_column, reference.from_table);
  end loop;
end $$;
--> statement-breakpoint

-- A card with another picture stands where it stood: the index of lists and searches does not know pictures, so the pages
-- that show this product are told apart from it. Banners and news tell of every change of theirs.
create function product_picture_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', format('p:%1$s,d:%1$s', new.id));
  return null;
end $$;
--> statement-breakpoint
create trigger products_picture after update of picture_id on products for each row
  when (old.picture_id is distinct from new.picture_id) execute function product_picture_changed();
--> statement-breakpoint
drop trigger news_changed on news;
--> statement-breakpoint
-- Counting a reader changes no page.
create trigger news_changed after insert or delete or update of title, abstract_info, content, author, genre, seed, picture_id, is_alone, published_at, seo_title, seo_key, seo_dec
  on news for each statement execute function content_changed();
