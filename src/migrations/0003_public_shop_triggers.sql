-- Price history: what a price and a rate were until now. Two changes in one moment keep the earlier price.
create function keep_past_price() returns trigger language plpgsql as $$
begin
  insert into past_prices (offer_id, until, price_cents) values (old.id, now(), old.price_cents) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger offers_price_kept after update of price_cents on offers for each row
  when (old.price_cents <> new.price_cents) execute function keep_past_price();
--> statement-breakpoint
create function keep_past_rate() returns trigger language plpgsql as $$
begin
  insert into past_rates (currency_id, until, rate_e8) values (old.id, now(), old.rate_e8) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger currencies_rate_kept after update of rate_e8 on currencies for each row
  when (old.rate_e8 <> new.rate_e8) execute function keep_past_rate();
--> statement-breakpoint

-- Pages that show something else now, by the tags they carry: `r:7` the reviews of product 7 (0: the shop's), `content`.
create function reviews_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', 'r:' || coalesce(case when tg_op = 'DELETE' then old.product_id else new.product_id end, 0));
  return null;
end $$;
--> statement-breakpoint
create trigger reviews_changed after insert or update or delete on reviews for each row execute function reviews_changed();
--> statement-breakpoint
create function content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', 'content');
  return null;
end $$;
--> statement-breakpoint
create trigger website_infos_changed after insert or update or delete on website_infos for each statement execute function content_changed();
--> statement-breakpoint
-- Counting a reader changes no page.
create trigger news_changed after insert or delete or update of title, abstract_info, content, author, genre, seed, is_alone, published_at, seo_title, seo_key, seo_dec
  on news for each statement execute function content_changed();
--> statement-breakpoint
create trigger seo_pages_changed after insert or update or delete on seo_pages for each statement execute function content_changed();
