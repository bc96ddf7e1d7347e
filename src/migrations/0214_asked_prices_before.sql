-- Apart from the migrations that change tables: it waits for no reader, and keeps none waiting.
-- Of what is not to be had now nobody knows since when: what was dearer is no price before, what was cheaper counts for the lowest.
update past_prices h set asked = false from offers o join products p on p.id = o.product_id
  where o.id = h.offer_id and (not o.active or p.is_draft) and h.price_cents > o.price_cents and h.until > now() - interval '60 days';
--> statement-breakpoint
-- What went off sale with its feed or its seller was asked until then, if it has had no other price since.
insert into past_prices (offer_id, until, price_cents, asked)
  select o.id, off.at, o.price_cents, true from offers o join products p on p.id = o.product_id join sellers s on s.id = o.seller_id
  cross join lateral (select coalesce(o.absent_since, case when o.closed_with_seller then s.closed_at end) as at) off
  where not o.active and not p.is_draft and off.at > greatest(now() - interval '60 days', p.first_published_at)
    and not exists (select from past_prices h where h.offer_id = o.id and h.until >= off.at)
on conflict do nothing;
