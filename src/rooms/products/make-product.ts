// New products: from nothing, as a copy of another, and one more version of one that is there.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { fromMajor } from '#platform/money.ts'
import { audit, type Employee, type Who } from '#rooms/audit/hands.ts'
import { keepGiven } from './change-facet.ts'
import { changing, checkSlug, openProduct, wrong } from './changing.ts'
import { LONGEST_TEXT } from './limits.ts'
import { madeBefore } from './made-once.ts'
import { offersOf } from './offer-store.ts'
import * as store from './office-store.ts'
import { missingIn, SKU_CODE, SLUG, VARIANT, wrongIn } from './product-fields.ts'
import { copyScreenshots } from './screenshot-store.ts'
import { readShelves } from './shelves.ts'
import { cut, slugOf } from './slug.ts'

export interface NewVersion {
  skuCode: string
  edition: string
  denomination: string
  platformIds: number[]
  regionId: number
  price: number
}

export interface NewProduct extends NewVersion {
  categoryId: number
  name: string
  slug: string
  keyType: number
}

/** `lowAt`: from how many keys on new versions run low; null: nobody is told. */
export function makingProducts(db: Database, lowAt: () => number | null) {
  async function slugFrom(name: string, on: Queryable = db): Promise<string> {
    const plain = cut(slugOf(name).slug || 'product', 70)
    const others = Array.from({ length: 30 }, (_, n) => (n === 0 ? plain : `${plain}-${n + 1}`))
    const taken = await store.slugsOfOthers(on, others, null)
    return others.find((slug) => !taken.has(slug) && SLUG.safeParse(slug).success) ?? `${plain}-${Date.now() % 1e8}`
  }

  return {
    slugFrom,

    create: (wanted: NewProduct, by: Who) =>
      changing(db, async (tx) => {
        const category = (await readShelves(tx)).categories.get(wanted.categoryId)
        if (!category) throw wrong('categoryId', 'catalogue.gone')
        const { type } = category
        await checkSlug(tx, wanted.slug, null)
        const { categoryId, slug, name, keyType } = wanted
        checkLine('name.en-US', name, 'name')
        const id = await store.addProduct(tx, { categoryId, slug, name, keyType, type })
        await addVersion(tx, id, slug, wanted)
        await audit(tx, {
          ...{ by, act: 'product.create', subject: { kind: 'product', id: String(id) } },
          after: { name, slug, categoryId, price: wanted.price },
        })
        return id
      }),

    duplicate: (of: number, { name, attempt }: { name: string; attempt?: string | undefined }, by: Employee) =>
      changing(db, async (tx) => {
        const { product, versions } = await openProduct(tx, of)
        const before = await madeBefore(tx, { by, act: 'product.duplicate', attempt, asked: { name, of } })
        if (before) return Number(before.subjectId)
        checkLine('name.en-US', name, 'name')
        const slug = await slugFrom(name, tx)
        const id = await store.copyProduct(tx, of, slug, namesOfCopy(product.texts.name, name))
        await copyScreenshots(tx, of, id)
        const offers = await offersOf(tx, of)
        for (const version of versions) {
          const skuId = await store.addVersion(tx, id, { ...version, skuCode: await freeCode(tx, slug) })
          const own = offers.find((offer) => offer.skuId === version.id && offer.isShop)
          if (own) await store.addOffer(tx, { productId: id, skuId, priceCents: own.priceCents, lowAt: own.lowAt })
        }
        await audit(tx, {
          ...{ by, act: 'product.duplicate', subject: { kind: 'product', id: String(id) } },
          after: { name, slug, of, attempt },
        })
        return id
      }),

    addVersion: (id: number, { attempt, ...wanted }: NewVersion & { attempt?: string | undefined }, by: Employee) =>
      changing(db, async (tx) => {
        const { product } = await openProduct(tx, id)
        const asked = { ...wanted, subject: String(id) }
        const before = await madeBefore(tx, { by, act: 'product.version', attempt, asked })
        if (before) return before.after.sku as number
        const skuId = await addVersion(tx, id, product.slug, wanted)
        await audit(tx, {
          ...{ by, act: 'product.version', subject: { kind: 'product', id: String(id) } },
          after: { sku: skuId, ...wanted, attempt },
        })
        return skuId
      }),
  }

  async function addVersion(tx: Transaction, id: number, slug: string, wanted: NewVersion): Promise<number> {
    const { platformIds, regionId, price } = wanted
    const shelves = await readShelves(tx)
    for (const [field, value] of [['platformIds', platformIds], ['regionId', regionId]] as const) // biome-ignore format: one line
      if (missingIn(field, value, shelves)) throw wrong(field, 'catalogue.gone')
    await keepGiven(tx, 'platformIds', platformIds)
    await keepGiven(tx, 'regionId', regionId ? [regionId] : [])
    for (const field of ['edition', 'denomination'] as const)
      if (!VARIANT.safeParse(wanted[field]).success) throw wrong(field, 'catalogue.unseen')
    if (wanted.skuCode !== '' && !SKU_CODE.safeParse(wanted.skuCode).success) throw wrong('skuCode', 'catalogue.unseen')
    const skuCode = wanted.skuCode || (await freeCode(tx, slug))
    if ((await store.skuCodesTaken(tx, [skuCode])).size > 0) throw wrong('skuCode', 'catalogue.codeTaken')
    const version = { skuCode, platformIds, regionId: regionId || null, edition: wanted.edition || null, denomination: wanted.denomination || null } // biome-ignore format: one line
    const skuId = await store.addVersion(tx, id, version)
    await store.addOffer(tx, { productId: id, skuId, priceCents: fromMajor(price), lowAt: lowAt() })
    return skuId
  }
}

/**
 * In every language it is told from the original: by what it is called in English, behind the name that the original has there.
 * Where that was the English one, or would be too long, the new English one stands in for it.
 */
function namesOfCopy({ 'en-US': original, ...others }: Localized, name: string): Localized {
  const named = Object.entries(others)
    .filter(([, other]) => other !== original)
    .map(([language, other]) => [language, `${other} (${name})`] as const)
    .filter(([, both]) => both.length <= LONGEST_TEXT.name)
  return { ...Object.fromEntries(named), 'en-US': name }
}

function checkLine(field: string, value: string, path: string): void {
  const why = wrongIn(field, value)
  if (why) throw wrong(path, why)
}

/** `A-GAME`, `A-GAME-2` … */
async function freeCode(tx: Transaction, slug: string): Promise<string> {
  const base = cut(slug, 60).toUpperCase()
  const codes = Array.from({ length: 200 }, (_, n) => (n === 0 ? base : `${base}-${n + 1}`))
  const taken = await store.skuCodesTaken(tx, codes)
  return codes.find((code) => !taken.has(code)) ?? `${base}-${Date.now() % 1e10}`
}
