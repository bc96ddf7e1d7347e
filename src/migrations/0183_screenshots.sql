-- Pictures of what a product looks like inside, in their order, beside its cover.
create table screenshots (
  id integer generated always as identity primary key,
  product_id integer not null constraint screenshots_product_id_products_id_fk references products (id) on delete cascade,
  picture_id text not null constraint screenshots_picture_id_uploads_id_fk references uploads (id),
  position integer not null,
  alt jsonb not null default '{}'
);
--> statement-breakpoint
create unique index screenshots_product_id_picture_id_index on screenshots (product_id, picture_id);
--> statement-breakpoint
create index screenshots_picture_id_index on screenshots (picture_id);
--> statement-breakpoint
-- The product's own page alone shows them.
create function screenshots_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', format('d:%s', coalesce(new.product_id, old.product_id)));
  return null;
end $$;
--> statement-breakpoint
create trigger screenshots_shown after insert or delete or update on screenshots
  for each row execute function screenshots_changed();
