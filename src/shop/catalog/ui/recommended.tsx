import { Await } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import type { ProductCard } from '#shop/catalog/contract.ts'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

/** At once in the server's HTML; a promise when the visitor comes from another page, which need not wait for it. */
export type Recommendations = ProductCard[] | Promise<ProductCard[]>

export function Recommended({ cards }: { cards: Recommendations }) {
  if (Array.isArray(cards)) return <Shelf cards={cards} />
  return (
    <Await promise={cards} fallback={<ProductGridSkeleton count={5} />}>
      {(loaded) => <Shelf cards={loaded} />}
    </Await>
  )
}

function Shelf({ cards }: { cards: readonly ProductCard[] }) {
  const t = useWords()
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="recommended-heading">
      <h2 id="recommended-heading" className="mb-4 text-xl">
        {t('product.recommended')}
      </h2>
      <ProductGrid cards={cards} />
    </section>
  )
}
