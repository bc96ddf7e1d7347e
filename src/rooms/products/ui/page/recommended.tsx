import { Await } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { UiLink } from '#ui/link.tsx'
import type { ProductCard } from '../../wire.ts'
import { CardPrice, Marks } from '../product-card.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { ProductGridSkeleton } from '../product-grid-skeleton.tsx'
import { productHref } from '../product-href.ts'

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

const ROWS = 4

/** The first few again as a short list, for the tab: name, marks and price. */
export function RecommendedRows({ cards }: { cards: Recommendations }) {
  if (Array.isArray(cards)) return <Rows cards={cards} />
  return (
    // A fallback of null counts as none, and the whole page would wait as its skeleton.
    <Await promise={cards} fallback={<p aria-busy="true" />}>
      {(loaded) => <Rows cards={loaded} />}
    </Await>
  )
}

function Rows({ cards }: { cards: readonly ProductCard[] }) {
  const t = useWords()
  if (cards.length === 0) return <p className="text-muted">{t('product.noRecommendations')}</p>
  return (
    <ul className="grid gap-x-6 sm:grid-cols-2">
      {cards.slice(0, ROWS).map((card) => (
        <li key={card.id} className="border-b border-line">
          <UiLink
            href={productHref(card)}
            className="group/row flex items-center gap-4 rounded-mark py-3 focus-visible:-outline-offset-2"
          >
            <span className="w-12 shrink-0">
              <PosterCover img={card.img} sizes="3rem" />
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
              <span className="min-w-28 flex-1">
                <span className="block font-medium group-hover/row:text-accent-ink">
                  <bdi>{card.name}</bdi>
                </span>
                <span className="block text-sm text-muted">
                  <Marks card={card} />
                </span>
              </span>
              {card.lowPrice !== null && <CardPrice card={card} lowPrice={card.lowPrice} size="sm" />}
            </span>
          </UiLink>
        </li>
      ))}
    </ul>
  )
}
