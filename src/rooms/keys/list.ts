// The list of batches, as a file says it. No key is in it.
import { z } from 'zod'
import { defineList } from '#rooms/lists/hands.ts'
import { BatchFilter } from './office.ts'
import { batchPage, type Served } from './office-calls.ts'

export const batchList = (of: Pick<Served, 'db' | 'byName'>) =>
  defineList({
    read: 'vault.read',
    query: z.object(BatchFilter),
    page: (query, after, { locale }) => batchPage(of, query, after, locale),
    columns: {
      product: { heads: ['keys.product'], cells: ({ product }) => [product] },
      version: { heads: ['keys.version'], cells: ({ skuCode }) => [skuCode] },
      seller: { heads: ['lists.seller'], cells: ({ seller }) => [seller] },
      source: { heads: ['keys.source'], cells: ({ source }) => [source] },
      supplier: { heads: ['keys.supplier'], cells: ({ supplier }) => [supplier] },
      state: { heads: ['keys.state'], cells: ({ state }, t) => [t(`keys.states.${state}`)] },
      left: { heads: ['keys.left'], cells: ({ left, isMore }) => [isMore ? `${left}+` : left] },
      ofVersion: { heads: ['keys.ofVersion', 'lists.daysLeft'], cells: ({ stock, daysLeft }) => [stock, daysLeft] },
      at: { heads: [{ moment: 'keys.at' }], cells: ({ at }) => [new Date(at)] },
      by: { heads: ['keys.by'], cells: ({ by }, t) => [by || t('keys.byCommand')] },
    },
  })
