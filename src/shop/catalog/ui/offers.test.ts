import { describe, expect, it } from 'vitest'
import type { Offer, SyncedLine } from '#shop/catalog/contract.ts'
import { ranked, stockLevel, synced } from './offers.ts'

const offer = (id: number, price: number, stock: number, isShop = false): Offer => ({
  id,
  extId: 1,
  userName: `seller ${id}`,
  memberName: `seller ${id}`,
  isShop,
  price,
  stock,
  reduction: null,
})

const line = (id: number, over: Partial<SyncedLine>): SyncedLine => ({
  productId: 1,
  extId: 1,
  supplyProductId: id,
  productCount: 1,
  exists: true,
  productName: '',
  skuCode: '',
  skuLabel: '',
  productImg: '',
  productPrice: 5,
  stock: 5,
  available: true,
  urlName: '',
  zhname: '',
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
