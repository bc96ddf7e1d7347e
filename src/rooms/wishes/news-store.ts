// Every SQL statement about what members are told of their wishes; those about what is to be looked at stand in checks-store.ts.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { BEST_PRICE } from '#rooms/products/hands.ts'
import type { Check } from './checks-store.ts'
import type { News } from './rules.ts'

export async function isDraft(tx: Transaction, productId: number): Promise<boolean> {
  const { draft } = await tx.one<{ draft: boolean }>(
    sql`select exists (select from products where id = ${productId} and is_draft) as draft`,
  )
  return draft
}

export interface PriceRow {
  /** Null: of the whole product. */
  skuId: number | null
  cents: number
  inStock: boolean
}

/** The lowest price of what can be had, or of all offers where none can; of each version, and of the product. */
export function pricesOf(tx: Transaction, productId: number): Promise<PriceRow[]> {
  return tx.query<PriceRow>(sql`
    select sku_id as "skuId", ${BEST_PRICE} as cents,
      bool_or(stock > 0) as "inStock"
    from offers where product_id = ${productId} and active
    group by grouping sets ((sku_id), ()) having count(*) > 0
    order by sku_id nulls last limit 1000`)
}

export interface WishRow {
  memberId: string
  skuId: number | null
  wishedCents: number | null
  cents: number | null
  inStock: boolean
  toldToday: boolean
  silent: boolean
}

/**
 * Of members after this one, in their order; held until the transaction ends. A removed wish is told nothing, but comes back as it
 * was: what nobody is to be told it must know by then.
 */
export function wishesFor(tx: Transaction, check: Check, limit: number): Promise<WishRow[]> {
  return tx.query<WishRow>(sql`
    select w.member_id as "memberId", w.sku_id as "skuId", w.price_cents as "wishedCents", w.known_cents as cents,
      w.known_in_stock as "inStock",
      exists (select from wish_news n where n.member_id = w.member_id and n.product_id = w.product_id
        and (n.day = (now() at time zone 'UTC')::date or n.mail_id is null)) as "toldToday",
      exists (select from wish_silence s where s.member_id = w.member_id) as silent
    from wishes w
    where w.product_id = ${check.productId} and (w.removed_at is null or ${check.isQuiet})
      and (${check.memberId}::uuid is null or w.member_id = ${check.memberId}::uuid)
      and (${check.afterMember}::uuid is null or w.member_id > ${check.afterMember}::uuid)
    order by w.member_id limit ${limit} for update of w`)
}

export interface NewKnown {
  memberId: string
  cents: number | null
  inStock: boolean
}

export function noteKnown(tx: Transaction, productId: number, known: NewKnown[]): Promise<number> {
  return tx.run(sql`
    update wishes set known_cents = k.cents, known_in_stock = k.in_stock
    from unnest(${known.map(({ memberId }) => memberId)}::uuid[], ${known.map(({ cents }) => cents)}::int[],
      ${known.map(({ inStock }) => inStock)}::boolean[]) as k(member_id, cents, in_stock)
    where wishes.member_id = k.member_id and wishes.product_id = ${productId}`)
}

export interface NewNews {
  memberId: string
  kind: News
  skuId: number | null
  cents: number
  beforeCents: number | null
}

/** Answers whom it will be told: not those who were told of this product today. */
export async function addNews(tx: Transaction, productId: number, news: NewNews[]): Promise<Set<string>> {
  const rows = await tx.query<{ memberId: string }>(sql`
    insert into wish_news (member_id, product_id, day, kind, sku_id, cents, before_cents)
    select n.member_id, ${productId}::int, (now() at time zone 'UTC')::date, n.kind, n.sku_id, n.cents, n.before_cents
    from unnest(${news.map(({ memberId }) => memberId)}::uuid[], ${news.map(({ kind }) => kind)}::text[],
      ${news.map(({ skuId }) => skuId)}::int[], ${news.map(({ cents }) => cents)}::int[],
      ${news.map(({ beforeCents }) => beforeCents)}::int[]) as n(member_id, kind, sku_id, cents, before_cents)
    on conflict do nothing returning member_id as "memberId"`)
  return new Set(rows.map(({ memberId }) => memberId))
}

/** Whose news have waited for so long that they are told, with the younger ones. */
export async function membersToTell(db: Queryable, seconds: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ memberId: string }>(sql`
    select member_id as "memberId" from wish_news join members m on m.id = member_id
    where mail_id is null and wish_news.created_at <= now() - make_interval(secs => ${seconds}) and m.closed_at is null
    group by member_id order by min(wish_news.created_at), member_id limit ${limit}`)
  return rows.map(({ memberId }) => memberId)
}

export interface Reader {
  email: string
  locale: string
  silent: boolean
}

/** Held until the transaction ends; undefined: he is no more, or another instance is writing to him. */
export function readerOf(tx: Transaction, memberId: string): Promise<Reader | undefined> {
  return tx.maybe<Reader>(sql`
    select email, locale, exists (select from wish_silence s where s.member_id = m.id) as silent
    from members m where id = ${memberId} and closed_at is null for no key update of m skip locked`)
}

/** His wishes of which something waits to be told; held until the transaction ends. */
export function lockToldWishes(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`
    select from wishes w where member_id = ${memberId} and exists (
      select from wish_news n where n.member_id = w.member_id and n.product_id = w.product_id and n.mail_id is null)
    order by product_id for update`)
}

export interface WaitingRow {
  productId: number
  day: string
  kind: News
  /** What he knew before it. */
  beforeCents: number | null
  wishedCents: number | null
  /** Nobody wishes for this version any more, or sees the product: it is a draft. */
  isOver: boolean
  cents: number | null
  inStock: boolean
}

/** What waits to be told to him, with what is true now. */
export function waitingNews(tx: Transaction, memberId: string): Promise<WaitingRow[]> {
  return tx.query<WaitingRow>(sql`
    select n.product_id as "productId", n.day::text as day, n.kind, n.before_cents as "beforeCents",
      w.price_cents as "wishedCents", w.member_id is null or w.removed_at is not null or p.is_draft as "isOver",
      now.cents, coalesce(now."inStock", false) as "inStock"
    from wish_news n join products p on p.id = n.product_id
    left join wishes w on w.member_id = n.member_id and w.product_id = n.product_id and w.sku_id is not distinct from n.sku_id
    cross join lateral (
      select ${BEST_PRICE} as cents, bool_or(stock > 0) as "inStock" from offers o
      where o.product_id = n.product_id and active and (n.sku_id is null or o.sku_id = n.sku_id)) now
    where n.member_id = ${memberId} and n.mail_id is null
    order by n.product_id, n.day limit 10000`)
}

export interface LookedAgain {
  productId: number
  day: string
  /** Null: it holds no more, and is not told. */
  kind: News | null
  cents: number | null
  /** What he knows from now on. */
  inStock: boolean
}

/** What he is told is what is true; of what is not told he knows nothing. */
export function keepTrueNews(tx: Transaction, memberId: string, looked: LookedAgain[]): Promise<number> {
  return tx.run(sql`
    with looked as (
      select * from unnest(${looked.map(({ productId }) => productId)}::int[], ${looked.map(({ day }) => day)}::date[],
        ${looked.map(({ kind }) => kind)}::text[], ${looked.map(({ cents }) => cents)}::int[],
        ${looked.map(({ inStock }) => inStock)}::boolean[]) as l(product_id, day, kind, cents, in_stock)
    ), dropped as (
      delete from wish_news n using looked l
      where n.member_id = ${memberId} and n.product_id = l.product_id and n.day = l.day and l.kind is null
    ), corrected as (
      update wish_news n set kind = l.kind, cents = l.cents from looked l
      where n.member_id = ${memberId} and n.product_id = l.product_id and n.day = l.day
        and l.kind is not null and (n.kind, n.cents) <> (l.kind, l.cents)
    )
    update wishes w set known_cents = l.cents, known_in_stock = l.in_stock
    from (select distinct on (product_id) * from looked order by product_id, day desc) l
    join wish_news n on n.member_id = ${memberId} and n.product_id = l.product_id and n.day = l.day
    where w.member_id = ${memberId} and w.product_id = l.product_id and w.sku_id is not distinct from n.sku_id
      and (w.known_cents, w.known_in_stock) is distinct from (l.cents, l.in_stock)`)
}

/** What was found before midnight and is mailed after it is told on the day of its mail. */
export function putIntoMail(tx: Transaction, memberId: string, mailId: string): Promise<number> {
  return tx.run(sql`
    update wish_news n set mail_id = ${mailId}, day = case
      when exists (
        select from wish_news o where o.member_id = n.member_id and o.product_id = n.product_id and o.day = (now() at time zone 'UTC')::date
      ) then day else (now() at time zone 'UTC')::date end
    where member_id = ${memberId} and mail_id is null`)
}

export interface NewsRow {
  memberId: string
  productId: number
  kind: News
  skuId: number | null
  cents: number
  /** How much the whole mail tells. */
  all: number
}

/** What a mail tells, in an order of its own: what came back first, then what fell furthest. */
export function newsOfMail(db: Queryable, mailId: string, limit: number): Promise<NewsRow[]> {
  return db.query<NewsRow>(sql`
    select member_id as "memberId", product_id as "productId", kind, sku_id as "skuId", cents, count(*) over ()::int as all
    from wish_news where mail_id = ${mailId}
    order by kind, cents::float8 / before_cents nulls last, product_id limit ${limit}`)
}

/** Whether somebody is left who wants this mail: false once he has stopped these mails, or closed his account. */
export async function isMailWanted(db: Queryable, mailId: string): Promise<boolean> {
  const { wanted } = await db.one<{ wanted: boolean }>(sql`
    select exists (
      select from wish_news n
      where mail_id = ${mailId} and not exists (select from wish_silence s where s.member_id = n.member_id)
    ) as wanted`)
  return wanted
}

export interface HeldNews {
  product: string
  kind: News
  cents: number
  createdAt: Date
}

export function newsHeld(db: Queryable, memberId: string): Promise<HeldNews[]> {
  return db.query<HeldNews>(sql`
    select p.name ->> 'en-US' as product, n.kind, n.cents, n.created_at as "createdAt"
    from wish_news n join products p on p.id = n.product_id
    where n.member_id = ${memberId} order by n.created_at, n.product_id limit 10000`)
}

export function forgetNews(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from wish_news where (member_id, product_id, day) in (
      select member_id, product_id, day from wish_news where day < (now() at time zone 'UTC')::date - ${days}::int
      order by day, member_id, product_id limit ${limit} for update skip locked)`)
}
