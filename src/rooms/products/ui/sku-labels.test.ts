import { describe, expect, it } from 'vitest'
import type { Sku } from '../contract.ts'
import { skuLabels } from './sku-labels.ts'

const sku = (id: number, over: Partial<Sku>): Sku => ({
  id,
  skuCode: `SKU-${id}`,
  edition: null,
  denomination: null,
  img: null,
  platforms: ['Steam'],
  region: 'Global',
  countries: null,
  stock: 1,
  stockIsMore: false,
  lowPrice: 1,
  guide: null,
  ...over,
})

const labels = (...skus: Sku[]) => [...skuLabels(skus, 'Standard').values()]

describe('the SKUs of a product', () => {
  it('are told apart by region alone where nothing else differs', () => {
    expect(labels(sku(1, {}), sku(2, { region: 'Europe' }))).toEqual([
      { title: 'Global', detail: '' },
      { title: 'Europe', detail: '' },
    ])
  })

  it('are named by edition first', () => {
    expect(labels(sku(1, {}), sku(2, { region: 'Europe', edition: 'Deluxe' }))).toEqual([
      { title: 'Standard', detail: 'Global' },
      { title: 'Deluxe', detail: 'Europe' },
    ])
  })

  it('are named by denomination without repeating what they share', () => {
    expect(labels(sku(1, { denomination: '$5' }), sku(2, { denomination: '$10' }))).toEqual([
      { title: '$5', detail: '' },
      { title: '$10', detail: '' },
    ])
  })

  it('have their code where they are the same in everything', () => {
    expect(labels(sku(1, {}), sku(2, {}))[1]?.title).toBe('SKU-2')
  })
})
