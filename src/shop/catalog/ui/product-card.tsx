import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import type { ProductCard as Card } from '#shop/catalog/contract.ts'
import { usePrice } from '#shop/shell/ui/use-price.ts'
import { Badge } from '#ui/badge.tsx'
import { Price } from '#ui/price.tsx'
import { Tile } from '#ui/tile.tsx'
import { PosterCover } from './poster-cover.tsx'

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
  const { price } = usePrice()
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
      mark={soldOut && <Badge tone="solid">{t('card.outOfStock')}</Badge>}
      meta={<Marks card={card} />}
      footer={
        card.lowPrice === null ? (
          <span className="text-sm text-muted">{t('card.notOffered')}</span>
        ) : (
          <Price amount={price(card.lowPrice)} />
        )
      }
      action={action}
    />
  )
}

/** Where a product's page stands (decision B3). */
export function productHref({ urlName, zhname }: Pick<Card, 'urlName' | 'zhname'>): string {
  return `/${urlName}/${zhname}`
}

/** `Steam · Europe`: names of platforms are in Latin letters whatever the page is in. */
export function Marks({ card }: { card: Pick<Card, 'platforms' | 'region'> }) {
  return (
    <>
      {card.platforms.length > 0 && <bdi>{card.platforms.join(' / ')}</bdi>}
      {card.platforms.length > 0 && card.region && <span aria-hidden="true"> · </span>}
      {card.region && <bdi>{card.region}</bdi>}
    </>
  )
}

// What tileGridClass leaves for a cover at each of its widths.
const sizes =
  '(min-width: 87.5rem) 182px, (min-width: 75rem) 17vw, (min-width: 62rem) 21vw, (min-width: 36rem) 28vw, 40vw'
