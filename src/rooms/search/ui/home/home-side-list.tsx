import { useWords } from '#platform/i18n/messages.ts'
import type { ProductCard } from '#rooms/products/wire.ts'
import { useSlides } from '#ui/carousel-slides.ts'
import { cx } from '#ui/class-names.ts'
import { HomeRow } from './home-row.tsx'

/** Specification §9. */
const PER_PAGE = 4
const PAGES = 3

/** Beside the banners, and as high: four products at a time, three times. A row that snaps, so fingers can swipe it. */
export function HomeSideList({ cards }: { cards: readonly ProductCard[] }) {
  const t = useWords()
  const pages = Array.from({ length: PAGES }, (_, page) => cards.slice(page * PER_PAGE, (page + 1) * PER_PAGE)).filter(
    (page) => page.length > 0,
  )
  const { track, active, show } = useSlides(pages.length)
  const label = (index: number) => t('home.justInPage', { number: index + 1, count: pages.length })

  return (
    <section
      aria-labelledby="just-in"
      className="flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="flex items-center justify-between border-b border-line py-1 ps-4 pe-1.5">
        <h2 id="just-in" className="py-1.5 text-base">
          {t('home.justIn')}
        </h2>
        {pages.length > 1 && (
          <div className="flex noscript:hidden">
            {pages.map((page, index) => (
              <button
                key={page[0]?.id}
                type="button"
                aria-label={label(index)}
                aria-current={index === active ? 'true' : undefined}
                className="group/dot grid size-8 place-items-center rounded-mark pointer-coarse:size-11"
                onClick={() => show(index)}
              >
                <span
                  className={cx(
                    'h-1.5 rounded-full transition-[width,background-color] forced-colors:bg-[CanvasText]',
                    index === active ? 'w-4 bg-ink' : 'w-1.5 bg-control group-hover/dot:bg-muted',
                  )}
                />
              </button>
            ))}
          </div>
        )}
      </div>
      <ul ref={track} className="slides flex-1">
        {pages.map((page, index) => (
          <li key={page[0]?.id} aria-label={label(index)} className="p-1.5">
            <ul className="grid h-full auto-rows-fr">
              {page.map((card) => (
                <li key={card.id} className="min-h-19">
                  <HomeRow card={card} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
