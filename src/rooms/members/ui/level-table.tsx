import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { cx } from '#ui/class-names.ts'
import { MemberProblem, MemberSkeleton } from './member-page.tsx'
import { useMemberWords } from './words.ts'

/** The levels, and which of them is the member's. */
export function LevelTable() {
  const t = useMemberWords()
  const { data, problem, reload } = useLoaded('levels', (signal) =>
    call('GET /api/profile/memberGroup', { query: {} }, { signal }),
  )
  return (
    <section aria-labelledby="levels">
      <h2 id="levels" className="text-xl">
        {t('account.levels')}
      </h2>
      {!data && (problem ? <MemberProblem retry={reload} /> : <MemberSkeleton />)}
      {data && (
        <table className="mt-3 w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-2 text-start font-medium">
                {t('nav.level')}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {t('account.discount')}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {t('account.spent')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.levels.map(({ level, name, discount, consumption }) => (
              <tr
                key={level}
                aria-current={level === data.level ? 'true' : undefined}
                className={cx('border-b border-line', level === data.level && 'font-medium')}
              >
                <th scope="row" className="py-2 text-start font-[inherit]">
                  {name}
                  {level === data.level && ' ✓'}
                </th>
                <td className="figures py-2 text-end">{discount} %</td>
                <td className="figures py-2 text-end">
                  <bdi>{formatMoney(fromMajor(consumption), '$')}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
