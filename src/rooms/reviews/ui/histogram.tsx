import { useWords } from '#platform/i18n/messages.ts'
import { percentOf } from '../rules.ts'

/** How many gave five stars, four …; a table, so that it is heard row by row. */
export function Histogram({ stars }: { stars: readonly number[] }) {
  const t = useWords()
  const all = stars.reduce((sum, count) => sum + count, 0)
  return (
    <table className="w-full border-separate border-spacing-y-1 text-sm">
      <caption className="sr-only">{t('feedback.histogram')}</caption>
      <tbody>
        {[5, 4, 3, 2, 1].map((score) => {
          const count = stars[score - 1] ?? 0
          const percent = percentOf(count, all)
          return (
            <tr key={score}>
              <th scope="row" className="figures w-0 pe-3 text-start font-normal whitespace-nowrap text-muted">
                {t('feedback.stars', { count: score })}
              </th>
              <td aria-hidden="true" className="align-middle">
                {/* An attribute of the drawing, because the content policy takes no styles. */}
                <svg
                  className="flip-rtl block h-2 w-full rounded-full bg-tint-strong forced-colors:border forced-colors:bg-[Canvas]"
                  aria-hidden="true"
                >
                  <rect width={`${percent}%`} height="100%" className="fill-ink" />
                </svg>
              </td>
              <td className="figures w-0 ps-3 text-end whitespace-nowrap text-muted">
                {t('feedback.share', { percent })}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
