import { Fragment, type ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { Badge } from '#ui/badge.tsx'
import { Price } from '#ui/price.tsx'
import { Tile } from '#ui/tile.tsx'
import type { ProductCard as Card } from '../wire.ts'
import { productHref } from './product-href.ts'
import { HeartLater } from './wish/heart-later.tsx'

type ProductCardProps = {
  card: Card
  /** For the cards that are in sight at first: their covers are fetched at once. */
  priority?: boolean
  headingLevel?: 2 | 3 | 4
  /** A button beside the price; everything else is one link to the product. */
  action?: ReactNode
}

/** A product on a shelf. */
export function ProductCard({ card, priority, headingLevel = 3, action }: ProductCardProps) {
  const t = useWords()
  const soldOut = card.lowPrice !== null && !card.inStock
  return (
    <Tile
      href={productHref(card)}
      title={card.name}
      headingLevel={headingLevel}
      media={
        // data-cover: what the link carries over to the product page in a view transition.
        <div data-cover="">
          <PosterCover
            img={card.img}
            sizes={sizes}
            priority={priority}
            className={soldOut ? 'opacity-70' : undefined}
          />
        </div>
      }
      mark={
        soldOut ? (
          <Badge tone="solid">{t('card.outOfStock')}</Badge>
        ) : (
          card.reduction && <OffBadge percent={card.reduction.percent} />
        )
      }
      corner={<HeartLater productId={card.id} name={card.name} className={nearby} />}
      meta={<Marks card={card} />}
      footer={
        card.lowPrice === null ? (
          <span className="text-sm text-muted">{t('card.notOffered')}</span>
        ) : (
          <CardPrice card={card} lowPrice={card.lowPrice} />
        )
      }
      action={action}
    />
  )
}

/** No price is crossed out without the lowest of the 30 days before (EU 98/6 Art. 6a). */
export function CardPrice({ card: { reduction }, lowPrice, size }: CardPriceProps) {
  const t = useWords()
  const { price, amount } = usePrice()
  if (!reduction) return <Price amount={price(lowPrice)} size={size} />
  return (
    <span className="block min-w-0">
      <Price
        amount={price(lowPrice)}
        size={size}
        was={amount(reduction.priceBefore)}
        wasLabel={t('product.wasPrice')}
      />
      <span className="block text-xs text-muted">
        {t('product.lowest30', { price: `\u2066${amount(reduction.lowestPrice30)}\u2069` })}
      </span>
    </span>
  )
}

type CardPriceProps = { card: Pick<Card, 'reduction'>; lowPrice: number; size?: 'sm' | 'md' }

function OffBadge({ percent }: { percent: number }) {
  const t = useWords()
  return (
    <Badge tone="solid">
      <bdi dir="ltr">{t('product.off', { percent })}</bdi>
    </Badge>
  )
}

/**
 * `Steam · Europe` on one line, of which the platforms are cut first: the region decides whether it is of any use. On the
 * narrowest tiles, also those of a reader's large letters, it takes a second line before anything is lost.
 */
export function Marks({ card: { platforms, region } }: { card: Pick<Card, 'platforms' | 'region'> }) {
  return (
    <span className="flex min-w-0 @max-[9rem]:block">
      <span className="min-w-0 truncate @max-[9rem]:whitespace-normal">
        {platforms.map((platform, index) => (
          <Fragment key={platform}>
            {index > 0 && ' / '}
            <bdi>{platform}</bdi>
          </Fragment>
        ))}
      </span>
      {platforms.length > 0 && region && (
        <span aria-hidden="true" className="whitespace-pre @max-[9rem]:whitespace-normal">
          {'\u00a0· '}
        </span>
      )}
      {region && <bdi className="max-w-3/4 shrink-0 truncate @max-[9rem]:whitespace-normal">{region}</bdi>}
    </span>
  )
}

// A mouse sees the hearts that are on, and that of the card that it is over; a finger sees all of them.
const nearby =
  'transition-opacity pointer-fine:not-aria-pressed:opacity-0 group-hover:opacity-100! group-focus-within:opacity-100! focus-visible:opacity-100!'

// What tileGridClass leaves for a cover at each of its widths.
const sizes =
  '(min-width: 105rem) 216px, (min-width: 87.5rem) 182px, (min-width: 75rem) 17vw, (min-width: 62rem) 21vw, (min-width: 36rem) 28vw, 40vw'
