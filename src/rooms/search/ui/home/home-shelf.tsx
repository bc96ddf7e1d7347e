import { ProductCard } from '#rooms/products/ui/product-card.tsx'
import type { ProductCard as Card } from '#rooms/products/wire.ts'
import { cx } from '#ui/class-names.ts'
import { FOLD, FoldButton, useFold } from './home-fold.tsx'

/** As many as a row of the widest screens takes. */
const WIDE = 7

type HomeShelfProps = { id: string; title: string; cards: readonly Card[] }

/** Five in a row (on narrow screens a row that is swiped); all of them as a grid. */
export function HomeShelf({ id, title, cards }: HomeShelfProps) {
  const { section, open, shown, button } = useFold(id, cards, WIDE)
  if (cards.length === 0) return null
  return (
    <section ref={section} aria-labelledby={id} className="mt-12 scroll-mt-24">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="min-w-0 text-xl md:text-2xl">
          {title}
        </h2>
        <FoldButton {...button} className="-me-3 ms-auto" />
      </div>
      <ul
        id={`${id}-list`}
        className={cx(
          'gap-3 sm:gap-4 lg:grid lg:grid-cols-5 min-[105rem]:grid-cols-7',
          open
            ? 'grid card-columns sm:grid-cols-3 md:grid-cols-4'
            : 'scrollbar-none -mx-4 flex snap-x scroll-px-4 overflow-x-auto px-4 py-1 md:-mx-6 md:scroll-px-6 md:px-6 lg:mx-0 lg:overflow-visible lg:p-0',
        )}
      >
        {shown.map((card, index) => (
          <li
            key={card.id}
            className={cx(
              'min-w-0',
              !open && 'w-[max(7.5rem,42%)] shrink-0 snap-start sm:w-[29%] md:w-[23%] lg:w-auto',
              !open && index >= FOLD && 'max-[105rem]:hidden',
            )}
          >
            <ProductCard card={card} />
          </li>
        ))}
      </ul>
    </section>
  )
}
