// What some offers of the demo shop cost before, so that it shows reductions as a shop with a past does.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { products } from './catalogue/catalogue.ts'

/** For the product's promoted offer: [days ago, percent of today's price] until when it cost what. */
const HISTORY: Readonly<Record<string, readonly [daysAgo: number, percent: number][]>> = {
  'elden-ring': [[6, 138]],
  'cyberpunk-2077': [[3, 167]],
  'the-witcher-3-wild-hunt-complete-edition': [[12, 250]],
  // Dearer for a week, then cut: the percentage counts from the lower price before.
  'red-dead-redemption-2': [[15, 143], [8, 143], [2, 180]],
  'stardew-valley': [[9, 125]],
  'hollow-knight': [[20, 150]],
  hades: [[4, 167]],
  'grand-theft-auto-v': [[1, 133]],
  'god-of-war': [[18, 125], [5, 150]],
  'dark-souls-iii': [[11, 160]],
  'persona-5-royal': [[7, 145]],
  'monster-hunter-world': [[14, 200]],
  'doom-eternal': [[2, 230]],
  'borderlands-3': [[22, 300]],
  'resident-evil-4': [[10, 133]],
  'alan-wake-2': [[5, 125]],
  'forza-horizon-5': [[16, 150]],
  'need-for-speed-unbound': [[3, 400]],
  'it-takes-two': [[8, 155]],
  'no-mans-sky': [[13, 167]],
  'cities-skylines-ii': [[6, 118]],
  'sid-meiers-civilization-vi': [[17, 500]],
  'total-war-warhammer-iii': [[9, 143]],
  'steam-gift-card-usd': [[4, 104]],
  // These may not be announced: it was cheaper within the 30 days before, it has become dearer, it is too long ago.
  valheim: [[20, 100], [5, 130]],
  rust: [[6, 80]],
  palworld: [[45, 140]],
} // biome-ignore format: a table

export async function insertPriceHistory(tx: Transaction): Promise<void> {
  const rows = products.flatMap(({ slug, skus }) => {
    const offers = skus.flatMap((sku) => sku.offers.map((offer) => ({ ...offer, sku: sku.code })))
    const [offer] = offers.filter((one) => one.keys > 0).toSorted((a, b) => a.priceCents - b.priceCents)
    if (!offer) return []
    return (HISTORY[slug] ?? []).map(([daysAgo, percent]) => ({
      sku: offer.sku,
      daysAgo,
      before: offer.priceCents,
      // Prices end as they do in shops.
      priceCents: percent === 100 ? offer.priceCents : Math.round((offer.priceCents * percent) / 10_000) * 100 - 1,
    }))
  })
  await tx.run(sql`
    insert into past_prices (offer_id, until, price_cents)
    select o.id, now() - make_interval(days => r."daysAgo"), r."priceCents"
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r(sku text, "daysAgo" int, before int, "priceCents" int)
    join skus k on k.sku_code = r.sku
    join offers o on o.sku_id = k.id and o.price_cents = r.before
    on conflict do nothing`)
  // Whoever has a past was there then.
  await tx.run(sql`
    update offers o set created_at = created_at - interval '1 year' where exists (select from past_prices where offer_id = o.id)`)
}
