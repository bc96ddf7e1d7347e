import { useWords } from '#platform/i18n/messages.ts'
import type { ProductCard } from '#rooms/products/wire.ts'
import { FoldButton, useFold } from './home-fold.tsx'
import { HomeRow } from './home-row.tsx'

/** The chart: the hottest games, in order (hottest.ts). */
export function HomeRanking({ cards }: { cards: readonly ProductCard[] }) {
  const t = useWords()
  const { section, shown, button } = useFold('hottest', cards)
  if (cards.length === 0) return null
  return (
    <section
      ref={section}
      aria-labelledby="hottest"
      className="mt-12 grid scroll-mt-24 grid-cols-1 gap-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 lg:flex-col lg:justify-start lg:gap-3">
        <div className="min-w-0">
          <h2 id="hottest" className="text-xl md:text-2xl">
            {t('home.hottestGames')}
          </h2>
          <p className="mt-1 text-muted max-sm:hidden">{t('home.hottestLine')}</p>
        </div>
        <FoldButton {...button} className="max-lg:-me-3 max-lg:ms-auto lg:-ms-3" />
      </div>
      <ol id="hottest-list" className="divide-y divide-line rounded-card border border-line bg-surface p-1.5">
        {shown.map((card, index) => (
          <li key={card.id}>
            <HomeRow card={card} rank={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
}
