-- Where a facet is used is found without looking at every product.
create index products_genres on products using gin (genre_ids);
--> statement-breakpoint
create index products_languages on products using gin (language_ids);
--> statement-breakpoint
create index skus_platforms on skus using gin (platform_ids);
--> statement-breakpoint
create index skus_region on skus (region_id);
--> statement-breakpoint
-- A seller who is closed sells nothing. What of his would be on sale if he were not is kept, and comes back with him.
alter table sellers add column closed_at timestamp with time zone;
--> statement-breakpoint
alter table sellers add constraint sellers_shop_open check (not is_shop or closed_at is null);
--> statement-breakpoint
create index sellers_named on sellers (lower(name) collate "C", id);
--> statement-breakpoint
alter table offers add column closed_with_seller boolean default false not null;
--> statement-breakpoint
create index offers_of_seller on offers (seller_id, active);
--> statement-breakpoint
create index offers_closed on offers (seller_id, id) where closed_with_seller;
--> statement-breakpoint
-- Whoever puts it on sale, an import too: whether its seller is closed stays as it is until that is written. Whoever closes him
-- waits for that, and sees the offer then.
create function offer_of_closed() returns trigger language plpgsql as $$
begin
  if (select closed_at is not null from sellers where id = new.seller_id for share) then
    new.active := false;
    new.closed_with_seller := true;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger offers_open_added before insert on offers for each row when (new.active) execute function offer_of_closed();
--> statement-breakpoint
create trigger offers_open_changed before update on offers for each row
  when (new.active and (not old.active or old.seller_id <> new.seller_id)) execute function offer_of_closed();
--> statement-breakpoint
-- Banners that are switched off, or whose time has not come or is over, are not shown. `is_shown` follows the clock.
alter table banners add column is_on boolean default true not null;
--> statement-breakpoint
alter table banners add column from_at timestamp with time zone;
--> statement-breakpoint
alter table banners add column until_at timestamp with time zone;
--> statement-breakpoint
alter table banners add column is_shown boolean default true not null;
--> statement-breakpoint
alter table banners add constraint banners_period check (until_at > from_at);
