-- What pages, lists and purchases ask of the database, each statement once, with who asks it.
-- Written by test/queries.test.ts, not by hand.

-- the home page, a list, a search
with rates as materialized (
  select coalesce(lag(until) over (order by until), '-infinity') as since, until, rate_e8
  from past_rates where currency_id = $1 and until > now() - interval '60 days'
  union all
  select coalesce((select max(until) from past_rates where currency_id = $2), '-infinity'), 'infinity', rate_e8
  from currencies where id = $3
)
select p.id, text_in(p.name, $4) as name, p.name ->> 'en-US' as title, p.slug,
  p.category_id as "categoryId", p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId", case when p.picture_id is null then (
    select jsonb_agg(jsonb_build_object('platformIds', platform_ids[1:1], 'regionId', region_id, 'denomination', denomination) order by position, id)
    from skus where product_id = p.id
  ) end as printed,
  o.price_cents as "lowPriceCents", o.sku_id as "skuId", coalesce(o.in_stock, false) as "inStock",
  s.platform_ids as "platformIds", s.region_id as "regionId", s.id as "versionId",
  (select (greatest(1, round(cut.price_cents * rate_e8::numeric * 0.00000001 * $5::numeric)) * $6::int)::bigint
    from rates where since < cut.at and until >= cut.at) as "priceBefore",
  low.price as "lowestPrice"
from products p
left join lateral (
  select o.id, o.sku_id, o.price_cents, o.created_at, o.stock > 0 as in_stock
  from offers o join sellers s on s.id = o.seller_id where o.active and o.product_id = p.id
    and ($7 or exists (
      select from skus where skus.id = o.sku_id
        and (cardinality($8::int[]) = 0 or platform_ids && $9::int[])
        and (cardinality($10::int[]) = 0 or region_id = any($11::int[]))
    ))
  order by (o.stock > 0) desc, o.price_cents, s.is_shop desc, o.id limit 1
) o on true
left join lateral (
  select id, platform_ids, region_id from skus
  where product_id = p.id
    and (cardinality($12::int[]) = 0 or platform_ids && $13::int[])
    and (cardinality($14::int[]) = 0 or region_id = any($15::int[]))
  order by (id = o.sku_id) desc nulls last, position, id limit 1
) s on true
left join lateral (select until as at, price_cents from past_prices
  where offer_id = o.id and asked and price_cents <> o.price_cents
    and until > greatest(now() - interval '30 days', p.first_published_at)
  order by until desc limit 1) cut on cut.price_cents > o.price_cents
left join lateral (
  select (min(greatest(1, round(held.price_cents * rates.rate_e8::numeric * 0.00000001 * $16::numeric))) * $17::int)::bigint as price
  from (select since, until, price_cents from (
      select greatest(lag(until) over (order by until), cut.at - interval '30 days', p.first_published_at, o.created_at) as since,
        until, price_cents, asked
      from past_prices
      where offer_id = o.id and until > greatest(cut.at - interval '30 days', p.first_published_at) and until <= cut.at
    ) past where asked) held
  join rates on rates.until > held.since and rates.since < held.until
) low on cut.at is not null
where p.id = any($18::int[]) and ($19 or not p.is_draft);

-- a product page
select id, sku_code as "skuCode", edition, denomination, platform_ids as "platformIds", region_id as "regionId"
from skus where product_id = $1 order by position, id limit 200;

-- a product page
select p.id, p.category_id as "categoryId", p.slug, p.type, p.key_type as "keyType",
  text_in(p.name, $1) as name, p.name ->> 'en-US' as title,
  text_in(p.explanation, $2) as explanation,
  text_in(p.description, $3) as description,
  language_of(p.explanation, $4) as "explanationLanguage",
  language_of(p.description, $5) as "descriptionLanguage",
  p.activation,
  text_in(p.confirm_title, $6) as "confirmTitle", text_in(p.confirm_content, $7) as "confirmContent",
  coalesce(text_in(p.seo_title, $8), '') as "seoTitle", coalesce(text_in(p.seo_keywords, $9), '') as "seoKeywords",
  coalesce(text_in(p.seo_description, $10), '') as "seoDescription", p.ext_img as "extImg",
  p.developer, p.publisher, p.released_on::text as "releasedOn", p.genre_ids as "genreIds", p.language_ids as "languageIds",
  p.picture_id as "pictureId"
from products p
where not p.is_draft and p.id = coalesce(
  (select id from products where slug = $11),
  (select target_id from slug_redirects where kind = 'product' and old_slug = $12));

-- a product page
select s.id, s.picture_id as "pictureId", text_in(s.alt, $1) as alt, language_of(s.alt, $2) as "altLanguage",
  u.width, u.height
from screenshots s join uploads u on u.id = s.picture_id
where s.product_id = $3 order by s.position, s.id limit $4;

-- a product page
with r as not materialized (
  select * from reviews where state = 'published' and product_id = $1
  union all
  select * from reviews where state = 'published' and product_id is null and $2::int = 0
)
select
  (select array_agg(coalesce(c.count, 0) order by score.score)
    from generate_series(1, 5) as score(score)
    left join (select score, count(*)::int as count from r group by score) c using (score)) as stars,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'fillName', fill_name, 'content', content, 'score', score, 'locale', locale, 'verified', verified,
      'createTime', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by created_at desc, id desc), '[]')
    from (select * from r order by created_at desc, id desc limit $3) newest) as reviews;

-- a product page
with rates as materialized (
  select coalesce(lag(until) over (order by until), '-infinity') as since, until, rate_e8
  from past_rates where currency_id = $1 and until > now() - interval '60 days'
  union all
  select coalesce((select max(until) from past_rates where currency_id = $2), '-infinity'), 'infinity', rate_e8
  from currencies where id = $3
)
select o.id, o.sku_id as "skuId", s.name as seller, s.is_shop as "isShop", o.price_cents as "priceCents", o.backing, o.stock,
  (select (greatest(1, round(cut.price_cents * rate_e8::numeric * 0.00000001 * $4::numeric)) * $5::int)::bigint
    from rates where since < cut.at and until >= cut.at) as "priceBefore",
  low.price as "lowestPrice"
from offers o join sellers s on s.id = o.seller_id join products p on p.id = o.product_id
left join lateral (select until as at, price_cents from past_prices
  where offer_id = o.id and asked and price_cents <> o.price_cents
    and until > greatest(now() - interval '30 days', p.first_published_at)
  order by until desc limit 1) cut on cut.price_cents > o.price_cents
left join lateral (
  select (min(greatest(1, round(held.price_cents * rates.rate_e8::numeric * 0.00000001 * $6::numeric))) * $7::int)::bigint as price
  from (select since, until, price_cents from (
      select greatest(lag(until) over (order by until), cut.at - interval '30 days', p.first_published_at, o.created_at) as since,
        until, price_cents, asked
      from past_prices
      where offer_id = o.id and until > greatest(cut.at - interval '30 days', p.first_published_at) and until <= cut.at
    ) past where asked) held
  join rates on rates.until > held.since and rates.since < held.until
) low on cut.at is not null
where o.product_id = $8 and o.active
order by (o.stock > 0) desc, o.price_cents, s.is_shop desc, o.id
limit 500;

-- a purchase
select  o.id as "offerId", o.sku_id as "skuId", o.product_id as "productId",
  text_in(p.name, $1) as name, p.name ->> 'en-US' as title, p.slug,
  p.category_id as "categoryId", p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId",
  k.sku_code as "skuCode", k.edition, k.denomination, k.platform_ids as "platformIds", k.region_id as "regionId", o.seller_id as "sellerId", s.name as seller, o.backing, o.price_cents as "priceCents", o.stock, now() as now
from offers o
join skus k on k.id = o.sku_id
join products p on p.id = o.product_id
join sellers s on s.id = o.seller_id
where o.id = any($2::int[]) and o.active and not p.is_draft
order by o.id;

-- a purchase
select id, order_no as "orderNo", member_id as "memberId", status, placed_at as "placedAt", expires_at as "expiresAt", delivery_email as "deliveryEmail",
  locale, currency, rate_e8 as "rateE8", payment_method as "paymentMethod", goods, discount, fee, coupon, freight, service, total, coupon_id as "couponId", top_up_cents as "topUpCents",
  paid_payment_id as "paidPaymentId", status_before_dispute as "statusBeforeDispute", released_at as "releasedAt",
  (select coalesce(sum(quantity), 0)::int from order_lines where order_id = $1) - (
    select count(*)::int from refund_units u join refunds r on r.id = u.refund_id
    where r.order_id = $2 and r.state not in ('failed', 'dropped')) as wanted, now() as now
from orders o where id = $3 for update;

-- a purchase
update payments set provider_ref = $1, redirect_url = $2,
  instructions = $3::jsonb, form = $4::jsonb, updated_at = clock_timestamp() where id = $5;

-- a purchase
with decided as (
  insert into order_rewards (order_id, member_id, points, growth) values ($1, $2, $3, $4)
  on conflict do nothing returning order_id, member_id, points, growth
), earned as (
  select * from decided where points > 0 or growth > 0
), entry as (
  insert into reward_entries (member_id, order_id, reason, points, pending, growth)
  select member_id, order_id, 'order', 0, points, growth from earned
), total as (
  insert into member_rewards as r (member_id, points, pending, growth) select member_id, 0, points, growth from earned
  on conflict (member_id) do update set pending = r.pending + excluded.pending, growth = r.growth + excluded.growth
)
select exists (select from decided) as decided;

-- a purchase
with known as (
  -- The payment before its notices, as whoever settles it locks them.
  select p.* from payments p where p.provider = $1 and p.id = coalesce($2::uuid,
    (select id from payments where $3::text is null and provider = $4 and provider_ref = $5))
  for no key update
), e as (
  insert into payment_events (provider, event_id, kind, provider_ref, attempt_id, payment_id, claim, ours, due_at, handled_at, outcome)
  values ($6, $7, $8, $9, $10, (select id from known), $11::jsonb, $12,
    case when $13 and exists (select from known) then now() + $14 * interval '1 second' end,
    case when $15 then now() end, case when $16 then $17 end)
  on conflict (provider, event_id) do update set repeats = payment_events.repeats + 1, last_received_at = now(), due_at = excluded.due_at,
    payment_id = coalesce(payment_events.payment_id, excluded.payment_id),
    handled_at = case when payment_events.outcome = $18 then payment_events.handled_at end
  returning id, handled_at is null as open, due_at
), asked as (
  -- Asked about, sooner or later, until the answer agrees with the notice.
  update payments p set poll_at = least(coalesce(p.poll_at, 'infinity'), now() + interval '1 minute'), polls = 0
  from known, e
  where p.id = known.id and e.open and (p.poll_at is null or p.poll_at > now() + interval '1 minute' or p.polls > 0)
)
select e.id as "noticeId", e.open and e.due_at is not null as taken,
  case when e.open and e.due_at is null then (select id from graphile_worker.add_job($19, json_build_object('eventId', e.id),
    job_key => 'payment event ' || e.id, flags => $20::text[])) end as job,
  (select json_agg(json_build_object('id', c.id, 'claim', c.claim) order by c.id) from (
    select id, claim from payment_events where payment_id = p.id and handled_at is null and id <> e.id order by id limit $21) c) as "openClaims",
  p.id, p.order_id as "orderId", p.provider, p.provider_ref as "providerRef", p.redirect_url as "redirectUrl", p.state, p.amount, p.currency, p.method_id as "methodId", p.fee,
  p.paid_amount as "paidAmount", p.refunded_amount as "refundedAmount", p.to_balance as "toBalance", p.payable_until as "payableUntil", p.under_way_since as "underWaySince", p.created_at as "createdAt",
  extract(epoch from p.updated_at)::text as version
from e left join known p on true;

-- a purchase
with lines as (
    select id from order_lines where order_id = $1
  ), plain as (
    select o.id from orders o join payments p on p.order_id = o.id
    where o.id = $2 and o.status = 'Unpaid' and o.released_at is null and o.coupon_id is null
      and p.id = $3 and p.method_id = o.payment_method and p.fee = o.fee and p.amount = o.total
      and not exists (select from order_holds where order_id = o.id and lifted_at is null)
      and not exists (select from refunds where order_id = o.id)
      and not exists (select from payments where order_id = o.id and id <> p.id)
      and $4::int = (
        select count(*) from vault_keys where order_line_id = any(array(select id from lines)) and state = 'reserved')
  ), p as (
    update payments set state = 'completed', raw_state = left($5, 200), paid_amount = $6, refunded_amount = 0,
      provider_ref = coalesce(provider_ref, nullif($7, '')),
      payable_until = coalesce($8::timestamptz, payable_until),
      -- A notice that it does not confirm is asked about again.
      poll_at = case when exists (select from payment_events where payment_id = payments.id and handled_at is null and id <> all($9::bigint[]))
        then coalesce(poll_at, now() + interval '1 minute') end,
      updated_at = clock_timestamp()
    from plain
    where payments.id = $10 and extract(epoch from updated_at)::text = $11
    returning payments.id, payments.order_id
  ), notices as (
    update payment_events set handled_at = now(), outcome = 'completed'
    where id = any($12::bigint[]) and handled_at is null and exists (select from p)
  ), sold as (
    update vault_keys set state = 'sold', sold_at = now(), delivered_at = case when $13::text is not null then now() end
    where order_line_id = any(array(select id from lines)) and state = 'reserved' and exists (select from p)
    returning id, order_line_id, sealed, fingerprint
  ), shown as (
    insert into key_reveals (order_id, key_id, via, actor, address)
    select $14, id, 'mail', 'system', $15 from sold where $16::text is not null
  ), o as (
    update orders set status = 'Delivered', paid_at = now(), delivered_at = now(), paid_payment_id = p.id
    from p where orders.id = p.order_id
    returning orders.id, link_version, waiver
  ), moves as (
    insert into order_events (order_id, from_status, to_status, actor, reason)
    select o.id, m.from_status, m.to_status, m.actor, m.reason from o, (values
      (1, 'Unpaid', 'Paid', $17, $18), (2, 'Paid', 'Delivered', 'system', $19)
    ) as m(n, from_status, to_status, actor, reason) order by m.n
  ), happened as (
    insert into events (name, subject, payload)
    select e ->> 'name', e ->> 'subject', e -> 'payload' from o, jsonb_array_elements($20::jsonb) with ordinality as e(e, n)
    order by n
  )
  select link_version as "linkVersion", waiver, coalesce((
    select json_agg(json_build_object('id', id, 'lineId', order_line_id, 'sealed', encode(sealed, 'hex'), 'fingerprint', encode(fingerprint, 'hex'))
      order by order_line_id, id) from sold), '[]') as keys, (
    select json_agg(line) from (
      select l.id, l.position, l.product_id as "productId", l.sku_id as "skuId", l.offer_id as "offerId", l.name, l.sku_code as "skuCode",
    l.sku_label as "skuLabel", l.quantity, l.unit, l.total, p.activation, p.key_type as "keyType", p.slug, c.slug as "categorySlug",
    k.platform_ids as "platformIds", p.name ->> 'en-US' as title, p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId", case when p.picture_id is null then (
      select jsonb_agg(jsonb_build_object('platformIds', platform_ids[1:1], 'regionId', region_id, 'denomination', denomination) order by position, id)
      from skus where product_id = p.id
    ) end as printed,
    k.denomination, k.region_id as "regionId"
      from order_lines l 
cross join lateral (select * from products where id = l.product_id offset 0) p
cross join lateral (select * from categories where id = p.category_id offset 0) c
cross join lateral (select * from skus where id = l.sku_id offset 0) k
      where l.order_id = $21 order by l.position limit 100
    ) line) as lines
  from o;

-- a purchase
with m as (
  insert into mails (id, message_id, recipient, mailbox, locale, template, data, sealed, state, attempts, sent_at)
  values ($1, $2, $3, $4, $5, $6, $7::jsonb,
    $8, $9, $10, case when $11 then now() end)
  returning id, state
)
select graphile_worker.add_job($12, json_build_object('mailId', id), flags => $13::text[],
  priority => $14::int) from m where state = 'queued';

-- a purchase
with o as (
  insert into orders (id, order_no, member_id, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
    note, goods, discount, fee, coupon, freight, service, total, coupon_id, waiver, idempotency_hash, request_hash, browser_hash, client_hash, mailbox_hash)
  values ($1, $2, coalesce($3::uuid, (
      select id from members
      where email_key = $4 and lower(email) = lower($5) and closed_at is null
    )), 'Unpaid', $6, $7, $8, $9,
    $10, $11, $12, $13, $14, $15, $16,
    $17, $18, $19, $20, $21, $22::jsonb,
    $23, $24, $25, $26, $27)
  on conflict do nothing
  returning id, member_id, total, currency
), l as (
  insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, sku_label, quantity, unit_usd_cents, unit, total)
  select o.id, r.position, r."productId", r."skuId", r."offerId", r.name, r."skuCode", r."skuLabel", r.quantity, r."unitUsdCents", r.unit, r.total
  from o, jsonb_to_recordset($28) as r(position int, "productId" int, "skuId" int, "offerId" int, name text,
    "skuCode" text, "skuLabel" text, quantity int, "unitUsdCents" int, unit bigint, total bigint)
  returning id, position, offer_id, quantity
), e as (
  insert into order_events (order_id, from_status, to_status, actor, reason)
  select id, null, 'Unpaid', $29, $30 from o
), p as (
  insert into payments (id, order_id, provider, method_id, amount, fee, currency, poll_at)
  select $31::uuid, id, $32, $33, total, $34, currency, $35::timestamptz
  from o where total > 0 and $36::boolean
), free as (
  select line.id as line_id, k.id as key_id
  from (select id, offer_id, quantity from l where offer_id = any($37::int[]) order by offer_id) line
  cross join lateral (
    select id from vault_keys where offer_id = line.offer_id and state = 'available'
    order by id for update skip locked limit line.quantity
  ) k
), claimed as (
  update vault_keys set state = 'reserved', order_line_id = free.line_id from free where vault_keys.id = free.key_id
  returning order_line_id
)
select id, position, (select count(*)::int from claimed where order_line_id = l.id) as claimed, (select member_id from o) as "memberId" from l;

-- the orders of a member
select 
id, username, email, uname, country, phone, mobile, zip, address, locale,
security_offered_at is not null as "securityOffered", created_at as "createdAt" from members where id = $1 and closed_at is null;

-- the orders of a member
select count(*)::int as count from orders o
where member_id = $1 and (hidden_at is null or paid_at is not null) and ($2::text is null or status = $3)
  and ($4::text = '' or strpos(order_no, upper($5)) > 0
    or (select bool_or(strpos(lower(name), lower($6)) > 0) from order_lines where order_id = o.id));

-- the orders of a member, an order
select l.order_id as "orderId", l.id, l.position, l.product_id as "productId", l.sku_id as "skuId", l.offer_id as "offerId", l.name, l.sku_code as "skuCode",
    l.sku_label as "skuLabel", l.quantity, l.unit, l.total, p.activation, p.key_type as "keyType", p.slug, c.slug as "categorySlug",
    k.platform_ids as "platformIds", p.name ->> 'en-US' as title, p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId", case when p.picture_id is null then (
      select jsonb_agg(jsonb_build_object('platformIds', platform_ids[1:1], 'regionId', region_id, 'denomination', denomination) order by position, id)
      from skus where product_id = p.id
    ) end as printed,
    k.denomination, k.region_id as "regionId"
  from order_lines l 
cross join lateral (select * from products where id = l.product_id offset 0) p
cross join lateral (select * from categories where id = p.category_id offset 0) c
cross join lateral (select * from skus where id = l.sku_id offset 0) k
  where l.order_id = any($1::uuid[]) order by l.order_id, l.position limit 10000;

-- the orders of a member, his key library
select s.id, s.member_id as "memberId", s.seconds,
  extract(epoch from now() - s.proved_at)::float8 as "provedSecondsAgo",
  s.used_at < now() - make_interval(secs => $1) as "isDue"
from sessions s join members m on m.id = s.member_id
where s.token_hash = $2 and s.expires_at > now() and s.created_at > now() - make_interval(days => $3)
  and m.closed_at is null and m.blocked_at is null;

-- the orders of a member
with page as materialized (
  select id, placed_at from orders o
  where member_id = $1 and (hidden_at is null or paid_at is not null) and ($2::text is null or status = $3)
    and ($4::text = '' or strpos(order_no, upper($5)) > 0
      or (select bool_or(strpos(lower(name), lower($6)) > 0) from order_lines where order_id = o.id))
  order by placed_at desc, id desc limit $7 offset $8
)
select id, order_no as "orderNo", status, o.placed_at as "placedAt", expires_at as "expiresAt", delivery_email as "deliveryEmail",
  currency, payment_method as "paymentMethod", goods, discount, fee, coupon, freight, service, total, top_up_cents as "topUpCents",
  coalesce((
    select case when p.currency = o.currency then p.refunded_amount else round(o.total::numeric * p.refunded_amount / p.amount) end
    from payments p where p.id = o.paid_payment_id), 0)::bigint as refunded,
  case
    when exists (select from payments where order_id = o.id and state = 'processing') then 'underWay'
    when exists (select from order_holds h where h.order_id = o.id and lifted_at is null
      and (reason <> 'person' or o.status <> 'Unpaid')
      and (o.paid_payment_id is null or h.payment_id is null or h.payment_id = o.paid_payment_id)) then 'held'
    when o.status = 'Unpaid' and exists (select from order_holds where order_id = o.id and lifted_at is null) then 'person'
  end as barred, now() as now
from page join orders o using (id) order by o.placed_at desc, id desc;

-- his key library
with mine as materialized (
  select line_id, product_id, placed_at, order_no, name from library_lines where member_id = $1
), games as materialized (
  select g.product_id, lower(coalesce(text_in(p.name, $2), '')) as name
  from (select distinct product_id from mine) g
    cross join lateral (select p.name from products p where p.id = g.product_id offset 0) p
), found as materialized (
  select m.line_id, m.product_id, m.placed_at, m.order_no, g.name as game from mine m join games g using (product_id)
  where $3::text = '' or strpos(g.name, lower($4)) > 0 or strpos(lower(m.name), lower($5)) > 0
    or strpos(m.order_no, upper($6)) > 0
), page as materialized (
  select * from found order by game, product_id, placed_at desc, line_id limit $7 offset $8
)
select n.count as all, b.* from (select count(*)::int from found) n left join (
  select l.order_id as "orderId", page.order_no as "orderNo", page.placed_at as "placedAt", l.position, l.product_id as "productId",
    l.sku_id as "skuId", coalesce(text_in(p.name, $9), l.name) as "productName", l.sku_label as "skuLabel",
    p.key_type as "keyType", p.activation, k.platform_ids as "platformIds",
    (select count(*)::int from vault_keys where order_line_id = l.id and state = 'sold' and refunded_at is null) as keys,
    p.slug, c.slug as "categorySlug", p.name ->> 'en-US' as title, p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId", case when p.picture_id is null then (
    select jsonb_agg(jsonb_build_object('platformIds', platform_ids[1:1], 'regionId', region_id, 'denomination', denomination) order by position, id)
    from skus where product_id = p.id
  ) end as printed,
  k.denomination, k.region_id as "regionId", page.game, page.line_id
  from page
    cross join lateral (select * from order_lines where id = page.line_id offset 0) l
    cross join lateral (select * from products where id = page.product_id offset 0) p
    cross join lateral (select slug from categories where id = p.category_id offset 0) c
    cross join lateral (select denomination, region_id, platform_ids from skus where id = l.sku_id offset 0) k
) b on true
order by b.game, b."productId", b."placedAt" desc, b.line_id;

-- an order
select id, order_no as "orderNo", member_id as "memberId", status, placed_at as "placedAt", expires_at as "expiresAt", delivery_email as "deliveryEmail",
  locale, currency, rate_e8 as "rateE8", payment_method as "paymentMethod", goods, discount, fee, coupon, freight, service, total, coupon_id as "couponId", top_up_cents as "topUpCents",
  paid_at as "paidAt", paid_payment_id as "paidPaymentId", status_before_dispute as "statusBeforeDispute", coalesce((
    select case when p.currency = o.currency then p.refunded_amount else round(o.total::numeric * p.refunded_amount / p.amount) end
    from payments p where p.id = o.paid_payment_id), 0)::bigint as refunded,
  coalesce((select to_balance from payments where id = o.paid_payment_id), 0) as "refundedToBalance",
  exists (select from payments where id = o.paid_payment_id and provider = $1) as "paidFromBalance",
  exists (select from refunds where payment_id = o.paid_payment_id and state in ('wanted', 'asked', 'pending')) as "moneyUnderWayBack",
  exists (select from refunds r join payments p on p.id = r.payment_id where p.id = o.paid_payment_id
    and r.state in ('wanted', 'asked', 'pending') and r.amount >= p.paid_amount - p.refunded_amount) as "goesBack",
  exists (select from payments where order_id = o.id and paid_amount > 0 and id is distinct from o.paid_payment_id) as "paidBesides",
  case
    when exists (select from payments where order_id = o.id and state = 'processing') then 'underWay'
    when exists (select from order_holds h where h.order_id = o.id and lifted_at is null
      and (reason <> 'person' or o.status <> 'Unpaid')
      and (o.paid_payment_id is null or h.payment_id is null or h.payment_id = o.paid_payment_id)) then 'held'
    when o.status = 'Unpaid' and exists (select from order_holds where order_id = o.id and lifted_at is null) then 'person'
  end as barred,
  waiver, cookie_version as "cookieVersion", link_version as "linkVersion", now() as now
from orders o where id = $2;

-- an order
select o.id, o.cookie_version as "cookieVersion", o.link_version as "linkVersion", o.browser_hash as "browserHash", o.member_id as "memberId",
  o.hidden_at is not null and o.paid_at is null as hidden, now() as now,
  coalesce(
    (
      select min(case e.to_status when 'PartlyRefunded' then greatest(e.at, o.delivered_at + interval '14 days') else e.at end)
      from order_events e
      where e.order_id = o.id and e.to_status in ('Completed', 'Refunded', 'PartlyRefunded', 'Cancelled', 'Expired')
        and e.id > coalesce((select max(id) from order_events where order_id = o.id and to_status = 'Paid'), 0)
    ),
    case when o.status in ('Completed', 'Refunded', 'Cancelled', 'Expired') then o.expires_at end
  ) < now() - $1 * interval '1 day' is true as over
from orders o where o.id = any($2::uuid[]) order by o.id limit 1000;
