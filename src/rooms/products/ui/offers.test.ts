import { describe, expect, it } from 'vitest'
import type { Sku } from '../contract.ts'
import type { Offer, SyncedLine } from '../wire.ts'
import { cheapestFor, ranked, standardSku, stockLevel, synced } from './offers.ts'

const offer = (id: number, price: number, stock: number, isShop = false): Offer => ({
  id,
  skuId: 1,
  userName: `seller ${id}`,
  memberName: `seller ${id}`,
  isShop,
  price,
  stock,
  stockIsMore: false,
  instant: true,
  reduction: null,
})

const line = (id: number, over: Partial<SyncedLine>): SyncedLine => ({
  productId: 1,
  skuId: 1,
  offerId: id,
  exists: true,
  productName: '',
  skuCode: '',
  skuLabel: '',
  countries: null,
  productImg: '',
  productPrice: 5,
  stock: 5,
  stockIsMore: false,
  available: true,
  categorySlug: '',
  slug: '',
  supplyName: '',
  classId: 1,
  productType: '0',
  ...over,
})

describe('offers', () => {
  it('put the cheapest in stock first, then the shop, then the older', () => {
    const order = ranked([offer(1, 4, 0), offer(4, 6, 1), offer(3, 6, 1), offer(5, 6, 1, true), offer(2, 5, 9)])
    expect(order.map(({ id }) => id)).toEqual([2, 5, 3, 4, 1])
  })

  it('take over what is true now, and give way when sold out', () => {
    const offers = [offer(1, 4, 3), offer(2, 5, 9), offer(3, 6, 9)]
    const now = synced(offers, [
      line(1, { productPrice: 4, stock: 0 }),
      line(2, { productPrice: 5.5, stock: 2 }),
      line(3, { exists: false }),
    ])
    expect(now.map(({ id, price, stock }) => [id, price, stock])).toEqual([
      [2, 5.5, 2],
      [1, 4, 0],
    ])
  })

  it('say nothing of a reduction once the price is another', () => {
    const reduction = { priceBefore: 9, lowestPrice30: 8, percent: 50 }
    const reduced = { ...offer(1, 4, 3), reduction }
    expect(synced([reduced], [line(1, { productPrice: 4 })])[0]?.reduction).toEqual(reduction)
    expect(synced([reduced], [line(1, { productPrice: 4.5 })])[0]?.reduction).toBeNull()
  })

  it('say how many are left only when there are few', () => {
    expect([0, 1, 5, 6].map(stockLevel)).toEqual(['out', 'few', 'few', 'in'])
  })
})

describe('the SKU for a country', () => {
  const sku = (id: number, over: Partial<Sku>): Sku => ({
    id,
    skuCode: `sku ${id}`,
    edition: null,
    denomination: null,
    img: null,
    platforms: ['Steam'],
    region: 'Somewhere',
    countries: null,
    stock: 1,
    stockIsMore: false,
    lowPrice: 10,
    guide: null,
    ...over,
  })

  it('is the cheapest in stock that can be activated there', () => {
    const skus = [
      sku(1, { lowPrice: 1, countries: ['DE'] }),
      sku(2, { lowPrice: 2, stock: 0 }),
      sku(3, { lowPrice: 4, countries: ['JP', 'KR'] }),
      sku(4, { lowPrice: 3 }),
    ]
    expect(cheapestFor('JP', skus)?.id).toBe(4)
    expect(cheapestFor('DE', skus)?.id).toBe(1)
    expect(cheapestFor('JP', [skus[0]!, skus[1]!])).toBeUndefined()
  })

  it('is of the same edition and denomination where there is one', () => {
    const chosen = sku(1, { edition: 'Deluxe', countries: ['DE'] })
    const skus = [chosen, sku(2, { lowPrice: 5 }), sku(3, { lowPrice: 9, edition: 'Deluxe' })]
    expect(cheapestFor('JP', skus, chosen)?.id).toBe(3)
  })

  it('is chosen for a visitor before he has chosen himself, instead of a promoted one that does not activate there', () => {
    const promoted = sku(1, { countries: ['DE'], lowPrice: 1 })
    const skus = [sku(3, { lowPrice: 9 }), promoted, sku(2, { lowPrice: 5, countries: ['JP'] })]
    const product = { skus, promoted: { id: 1, skuCode: 'sku 1', stock: 1, stockIsMore: false } }
    expect(standardSku(product, 'DE')?.id).toBe(1)
    expect(standardSku(product, 'JP')?.id).toBe(2)
    expect(standardSku(product, 'FR')?.id).toBe(3)
    // Where none does, he sees what there is, with the warning.
    expect(standardSku({ ...product, skus: [promoted] }, 'FR')?.id).toBe(1)
    expect(standardSku({ skus, promoted: null }, 'FR')?.id).toBe(3)
  })
})
