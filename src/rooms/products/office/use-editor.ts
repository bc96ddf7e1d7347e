// Editing a product: what it is, and what it costs, for which another permission is needed.
import { useQueryClient } from '@tanstack/react-query'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { type Editing, type SentChange, useEditing } from '#rooms/staff/office/use-editing.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { heldIn, isPrice, type Product, readPrice } from './edits.ts'

export interface Editor extends Editing {
  product: Product
}

export function useEditor(product: Product): Editor {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const params = { id: product.id }
  const keep = (saved: Product) => queries.setQueryData(['product', product.id], saved)
  const editing = useEditing({
    held: (field) => heldIn(product, field),
    isSame: (field, held, typed) => isPrice(field) && readPrice(typed) === held,
    check: (edits) => {
      const noPrices = Object.entries(edits).filter(([field, { to }]) => isPrice(field) && readPrice(to) === undefined)
      return Object.fromEntries(noPrices.map(([field]) => [field, t('catalogue.priceShape')]))
    },
    send: async (all) => {
      const { changes, prices } = parted(all)
      keep(
        changes.length > 0
          ? await actCall('POST /office/products/{id}', { params, body: { changes, prices } })
          : await actCall('POST /office/products/{id}/prices', { params, body: { changes: prices } }),
      )
    },
    preview: (all, language) =>
      actCall('POST /office/products/{id}/preview', { params, body: { language, ...parted(all) } }, 'error.offline'),
    refresh: () => queries.invalidateQueries({ queryKey: ['product', product.id] }),
    tried: () => void queries.invalidateQueries({ queryKey: ['products'] }),
  })
  return { ...editing, product }
}

const parted = (all: readonly SentChange[]) => ({
  changes: all.filter(({ field }) => !isPrice(field)),
  prices: all
    .filter(({ field }) => isPrice(field))
    .map(({ field, from, to }) => ({ field, from: Number(from), to: readPrice(to)! })),
})
