// What the bench fills a shop with.
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Keyring } from '../src/platform/crypto.ts'
import { withClient } from '../src/platform/database/patience.ts'
import type { Sellable } from './purchases.ts'

/** Goods with plenty of keys each, for purchases. */
export async function stockGoods(
  url: string,
  keyring: Keyring,
  products: number,
  keysEach: number,
): Promise<Sellable[]> {
  return withClient(url, 'bench', async (client) => {
    const { rows } = await client.query<Sellable>(
      `select o.product_id as "productId", o.sku_id as "skuId", o.id as "offerId", o.price_cents as "priceCents"
       from offers o where o.active and o.backing = 'keys' and o.price_cents >= 500 order by o.id limit $1`,
      [products],
    )
    for (const { offerId } of rows) {
      const batchId = randomUUID()
      await client.query('insert into key_batches (id, offer_id, source) values ($1, $2, $3)', [
        batchId,
        offerId,
        'bench',
      ])
      const keys = Array.from({ length: keysEach }, () => `BENCH-${randomBytes(12).toString('hex')}`)
      const fingerprints = keys.map((key) => keyring.fingerprint('vault-fingerprint', key))
      const sealed = keys.map((key, i) => keyring.seal('vault', key, fingerprints[i]!.toString('hex')))
      await client.query(
        `insert into vault_keys (offer_id, batch_id, sealed, fingerprint)
         select $1, $2, s, f from unnest($3::bytea[], $4::bytea[]) as k(s, f)`,
        [offerId, batchId, sealed, fingerprints],
      )
    }
    await client.query('vacuum analyze vault_keys')
    return rows
  })
}

// Enough words for titles that differ, share words with each other, and can be mistyped.
const FIRST = ['Ancient', 'Broken', 'Crystal', 'Distant', 'Electric', 'Forgotten', 'Golden', 'Hidden', 'Infinite', 'Jagged', 'Kingdom', 'Lonely', 'Midnight', 'Northern', 'Obsidian', 'Phantom', 'Quantum', 'Radiant', 'Silent', 'Twilight', 'Umbral', 'Velvet', 'Wandering', 'Xenon', 'Yonder', 'Zealous'] // biome-ignore format: words
const SECOND = ['Armada', 'Bastion', 'Citadel', 'Dominion', 'Empire', 'Frontier', 'Gambit', 'Harvest', 'Island', 'Journey', 'Keeper', 'Legends', 'Machine', 'Nomads', 'Odyssey', 'Protocol', 'Quarry', 'Rebellion', 'Samurai', 'Tactics', 'Uprising', 'Voyager', 'Warriors', 'Yards', 'Zeppelin'] // biome-ignore format: words

/** Products by number in one statement each: every one with a SKU, an offer and facets, spread as in a real catalogue. */
export async function generateProducts(url: string, count: number): Promise<void> {
  return withClient(url, 'bench', async (client) => {
    await client.query(
      `insert into categories (slug, name) select 'shelf-' || n, jsonb_build_object('en-US', 'Shelf ' || n) from generate_series(1, 20) n on conflict do nothing`,
    )
    await client.query(`insert into facet_values (kind, code, name)
      select kind, 'bench-' || n, jsonb_build_object('en-US', kind || ' ' || n)
      from generate_series(1, 12) n, unnest(array['platform', 'region', 'language', 'genre']) kind on conflict do nothing`)
    await client.query(
      `insert into products (category_id, slug, name, popularity, released_on, genre_ids, language_ids)
       select (select id from categories where slug = 'shelf-' || (1 + n % 20)), 'bench-' || n,
         jsonb_build_object('en-US', ($2::text[])[1 + (n * 7) % 26] || ' ' || ($3::text[])[1 + (n * 13 + n / 26) % 25] || ' ' || (n / 650)),
         (n * 7919) % 100000, date '2000-01-01' + (n % 9000),
         array[g.ids[1 + n % 12], g.ids[1 + (n / 5) % 12]], array[l.ids[1 + n % 12], l.ids[1 + (n / 3) % 12]]
       from generate_series(1, $1) n,
         (select array_agg(id order by id) as ids from facet_values where kind = 'genre') g,
         (select array_agg(id order by id) as ids from facet_values where kind = 'language') l`,
      [count, FIRST, SECOND],
    )
    await client.query(`insert into skus (product_id, sku_code, platform_ids, region_id)
      select p.id, 'BENCH-' || p.id, array[f.ids[1 + p.id % 12]], r.ids[1 + (p.id / 7) % 12]
      from products p, (select array_agg(id order by id) as ids from facet_values where kind = 'platform') f,
        (select array_agg(id order by id) as ids from facet_values where kind = 'region') r
      where p.slug like 'bench-%'`)
    await client.query(`insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock)
      select s.product_id, s.id, (select id from sellers order by is_shop desc, id limit 1), 99 + (s.product_id * 37) % 6000, 'supplier', s.product_id % 4
      from skus s where s.sku_code like 'BENCH-%'`)
    await client.query('vacuum analyze products')
    await client.query('vacuum analyze skus')
    await client.query('vacuum analyze offers')
  })
}

const SYLLABLES = 'ba ker lo min tra vex qu sol dra gon ri sha dow el fen mar tis ul or pha zen ny kai bor est ion un der sta blaz ing ca ve nor th lin fe sto'.split(' ') // biome-ignore format: words

/**
 * A supplier's file with the columns that an import knows without a map. Its titles have as many different words as real ones do:
 * few that are in thousands, thousands that are in one; and so have its developers.
 */
export async function writeFeed(file: string, rows: number): Promise<void> {
  let seed = 5
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const pick = <T>(list: readonly T[], lean = 1) => list[Math.floor(list.length * random() ** lean)]!
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
  const words = times(45_000, () => times(2 + Math.floor(random() * 3), () => pick(SYLLABLES)).join(''))
  const makers = times(
    60_000,
    () => `${times(1 + Math.floor(random() * 2), () => pick(words)).join(' ')} ${pick(['Games', 'Studio', 'Ltd.'])}`,
  )
  const some = (list: readonly string[], most: number) =>
    [...new Set(times(1 + Math.floor(random() * most), () => pick(list)))].join(';')
  const lines = ['ref,name,price,release_date,developer,publisher,platforms,genres,languages,region,popularity']
  for (let ref = 1; ref <= rows; ref++) {
    const name = times(1 + Math.floor(random() * 4), () => pick(words, 2.5)).join(' ')
    const developer = pick(makers, 2.5)
    const publisher = random() < 0.6 ? developer : pick(makers, 2.5)
    const date = `${2004 + Math.floor(random() * 22)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`
    const platforms = some(['steam', 'epic', 'gog', 'xbox-series', 'ps5', 'switch'], 2)
    const genres = some(['action', 'adventure', 'rpg', 'shooter', 'strategy', 'simulation', 'racing', 'indie'], 4)
    const languages = some(['en', 'fr', 'de', 'it', 'es-ES', 'pt-BR', 'ru', 'ja', 'ko', 'zh-Hans', 'pl', 'tr'], 6)
    const price = pick(['0.99', '4.99', '9.99', '19.99', '59.99'])
    const popularity = Math.min(1_000_000, Math.floor(10 * random() ** -1.5))
    lines.push(
      [ref, name, price, date, developer, publisher, platforms, genres, languages, 'global', popularity].join(),
    )
  }
  await writeFile(file, `${lines.join('\n')}\n`)
}
