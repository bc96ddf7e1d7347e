import { useWords } from '#platform/i18n/messages.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { CardPrice, Marks } from '#rooms/products/ui/product-card.tsx'
import { productHref } from '#rooms/products/ui/product-href.ts'
import type { ProductCard } from '#rooms/products/wire.ts'
import { cx } from '#ui/class-names.ts'
import { UiLink } from '#ui/link.tsx'

type HomeRowProps = {
  card: ProductCard
  /** Its place in a ranking. */
  rank?: number
}

/** A product in a list: small cover, name, price; one link. */
export function HomeRow({ card, rank }: HomeRowProps) {
  const t = useWords()
  const ranked = rank !== undefined
  return (
    <article
      className={cx(
        'group relative flex h-full flex-wrap items-center gap-3 rounded-control px-2 transition-colors hover:bg-tint',
        ranked ? 'py-3 sm:gap-4 sm:px-3' : 'py-2',
      )}
    >
      {ranked && (
        <span
          aria-hidden="true"
          className={cx(
            'figures w-9 shrink-0 text-center text-2xl font-semibold whitespace-nowrap',
            rank <= 3 ? 'text-ink' : 'text-faint',
          )}
        >
          {rank}
        </span>
      )}
      <div data-cover="" className={cx('shrink-0', ranked ? 'w-12 sm:w-14' : 'w-11')}>
        <PosterCover img={card.img} sizes={ranked ? '56px' : '44px'} />
      </div>
      <div
        className={cx(
          'flex min-w-32 flex-1 flex-wrap gap-x-3',
          ranked ? 'max-sm:block sm:items-center' : 'items-center',
        )}
      >
        <div className="min-w-28 flex-1">
          <h3 dir="auto" className="line-clamp-2 text-match-parent text-base leading-snug font-medium tracking-normal">
            <UiLink
              href={productHref(card)}
              className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {card.name}
            </UiLink>
          </h3>
          <p className="mt-0.5 text-sm text-muted">
            <Marks card={card} />
          </p>
        </div>
        {card.lowPrice === null ? (
          <span className="text-sm text-muted">{t('card.notOffered')}</span>
        ) : (
          <CardPrice card={card} lowPrice={card.lowPrice} size={ranked ? 'md' : 'sm'} />
        )}
      </div>
    </article>
  )
}
