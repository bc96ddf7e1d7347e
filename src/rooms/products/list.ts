// The list of products, as a file says it.
import { z } from 'zod'
import { defineList } from '#rooms/lists/hands.ts'
import { ProductFilter, ProductSort } from './office.ts'
import type { ProductList } from './office-list.ts'

/** Keys of names are in lower case, so none looks like a moment. */
const PLACE_BY_CHANGE = /^\d+_\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

export const productsAsFile = (list: ProductList) =>
  defineList({
    read: 'catalogue.read',
    query: z.object({ ...ProductFilter, sort: ProductSort }),
    // Always by name: what changes between two pages would move above the place reached, and stand in no file. Only a file that
    // was begun by what was changed last, before an upgrade, goes on so.
    page: (query, after, { locale }) => {
      const sort = after !== undefined && PLACE_BY_CHANGE.test(after) ? 'changed' : 'name'
      return list.page({ ...query, sort, after }, locale)
    },
    columns: {
      product: { heads: ['lists.productId', 'catalogue.product'], cells: ({ id, name }) => [id, name] },
      slug: { heads: ['lists.slug'], cells: ({ slug }) => [slug] },
      category: { heads: ['catalogue.category'], cells: ({ category }) => [category] },
      state: { heads: ['catalogue.state'], cells: ({ state }, t) => [t(`catalogue.is.${state}`)] },
      price: {
        heads: ['catalogue.price', 'lists.currency'],
        cells: ({ price }) => (price === null ? [null, ''] : [{ amount: price }, 'USD']),
      },
      stock: { heads: ['catalogue.stock', 'lists.daysLeft'], cells: ({ stock, daysLeft }) => [stock, daysLeft] },
      versions: { heads: ['lists.versions'], cells: ({ versions }) => [versions] },
      languages: { heads: ['catalogue.languages'], cells: ({ languages }) => [languages] },
      changed: { heads: [{ moment: 'catalogue.changed' }], cells: ({ changedAt }) => [new Date(changedAt)] },
    },
  })
