// The list of products, as a file says it.
import { z } from 'zod'
import { defineList } from '#rooms/lists/hands.ts'
import { ProductFilter, ProductSort } from './office.ts'
import type { ProductList } from './office-list.ts'

export const productsAsFile = (list: ProductList) =>
  defineList({
    read: 'catalogue.read',
    query: z.object({ ...ProductFilter, sort: ProductSort }),
    // Always by name: what changes between two pages would move above the place reached, and stand in no file.
    page: (query, after, { locale }) => list.page({ ...query, sort: 'name', after }, locale),
    columns: {
      product: { heads: ['lists.productId', 'catalogue.product'], cells: ({ id, name }) => [id, name] },
      slug: { heads: ['lists.slug'], cells: ({ slug }) => [slug] },
      category: { heads: ['catalogue.category'], cells: ({ category }) => [category] },
      state: { heads: ['catalogue.state'], cells: ({ state }, t) => [t(`catalogue.is.${state}`)] },
      price: {
        heads: ['catalogue.price', 'lists.currency'],
        cells: ({ price }) => [price, price === null ? '' : 'USD'],
      },
      stock: { heads: ['catalogue.stock', 'lists.daysLeft'], cells: ({ stock, daysLeft }) => [stock, daysLeft] },
      versions: { heads: ['lists.versions'], cells: ({ versions }) => [versions] },
      languages: { heads: ['catalogue.languages'], cells: ({ languages }) => [languages] },
      changed: { heads: [{ moment: 'catalogue.changed' }], cells: ({ changedAt }) => [new Date(changedAt)] },
    },
  })
