// What the search box offers: products while one types, recent searches before that.
import { History, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { PosterCover } from '#rooms/pictures/ui/poster-cover.tsx'
import { Marks } from '#rooms/products/ui/product-card.tsx'
import { productHref } from '#rooms/products/ui/product-href.ts'
import { type ProductCard, placed } from '#rooms/products/wire.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Price } from '#ui/price.tsx'
import type { Suggestion } from '#ui/search-field.tsx'
import { forgetSearches, readSearches } from '../recent-searches.ts'
import { searchHref } from './search-href.ts'

export interface Suggestions {
  items: readonly Suggestion[]
  heading?: ReactNode
  /** How many products or searches are offered. */
  count: number
}

/** Specification §9. */
const MOST = 10

/** Milliseconds without a key before the shop is asked. */
const PAUSE = 120

type SuggestionSourceProps = { name: string; onFound: (suggestions: Suggestions) => void }

/** Shows nothing itself: the box is there before this code is. */
export function SuggestionSource({ name, onFound }: SuggestionSourceProps) {
  const t = useWords()
  const [found, setFound] = useState<{ name: string; cards: readonly ProductCard[] }>()
  const [recent, setRecent] = useState<string[]>([])
  const wanted = name.trim()

  useEffect(() => {
    if (wanted === '') {
      setFound(undefined)
      setRecent(readSearches())
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call('GET /api/home/queryProducts', { query: { name: wanted } }, { signal: controller.signal }).then(
        (cards) => setFound({ name: wanted, cards: cards.slice(0, MOST).map(placed) }),
        // Without an answer the box is still a search box.
        () => undefined,
      )
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted])

  useEffect(() => {
    if (wanted === '') {
      const clear = () => {
        forgetSearches()
        setRecent([])
      }
      onFound({
        count: recent.length,
        heading: <RecentHeading onClear={clear} />,
        items: recent.map((text) => ({
          id: text,
          href: searchHref(text),
          content: <Row icon={<History size={18} />} text={text} />,
        })),
      })
    } else if (found && found.cards.length > 0) {
      onFound({
        count: found.cards.length,
        heading: found.cards[0]?.similar && t('search.similar'),
        items: found.cards.map((card) => ({
          id: String(card.id),
          href: productHref(card),
          content: <ProductRow card={card} />,
        })),
      })
    } else if (found?.name === wanted) {
      const text = t('search.nothing', { name: wanted })
      onFound({
        count: 0,
        items: [{ id: 'all', href: searchHref(wanted), content: <Row icon={<Search size={18} />} text={text} /> }],
      })
    }
  }, [wanted, found, recent, onFound, t])

  return null
}

function RecentHeading({ onClear }: { onClear: () => void }) {
  const t = useWords()
  return (
    <div className="flex items-center justify-between">
      {t('search.recent')}
      <button type="button" className={`${textLinkClass} touch-target`} onClick={onClear}>
        {t('search.forget')}
      </button>
    </div>
  )
}

function Row({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <>
      <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-control bg-tint text-muted">
        {icon}
      </span>
      <bdi className="min-w-0 flex-1 truncate">{text}</bdi>
    </>
  )
}

/** Four are in sight (specification §9): a reduction, with what the law wants beside it, is told where there is room. */
function ProductRow({ card }: { card: ProductCard }) {
  const t = useWords()
  const { price } = usePrice()
  return (
    <>
      <PosterCover img={card.img} sizes="36px" className="w-9 shrink-0 rounded-mark!" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{card.name}</span>
        <span className="block truncate text-sm text-muted">
          <Marks card={card} />
        </span>
      </span>
      {card.lowPrice === null ? (
        <span className="text-sm text-muted">{t('card.notOffered')}</span>
      ) : (
        <Price amount={price(card.lowPrice)} size="sm" />
      )}
    </>
  )
}
