import { type Calls, call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import type { CallResult } from '#platform/http/contract.ts'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { cx } from '#ui/class-names.ts'
import { FactList } from './fact-list.tsx'
import { useTurn } from './in-turn.tsx'
import { levelName } from './level-name.ts'
import { MemberProblem, MemberSkeleton } from './member-page.tsx'
import { sayNumber } from './number.ts'
import { pointWorth } from './point-worth.ts'
import { useMemberWords } from './words.ts'

type Membership = CallResult<Calls['GET /api/profile/memberGroup']>

const usd = (amount: number) => formatMoney(fromMajor(amount), '$')

/** The levels, and which of them is the member's. */
export function LevelTable() {
  const t = useMemberWords()
  const { data, problem, reload } = useLoaded('levels', (signal) =>
    call('GET /api/profile/memberGroup', { query: {} }, { signal }),
  )
  useTurn(data !== undefined || problem !== undefined)
  return (
    <section aria-labelledby="levels">
      <h2 id="levels" className="text-xl">
        {t('account.levels')}
      </h2>
      {!data && (problem ? <MemberProblem retry={reload} /> : <MemberSkeleton />)}
      {data && <Standing of={data} />}
      {data && (
        <table className="mt-3 w-full border-collapse wrap-anywhere">
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-2 text-start font-medium">
                {t('nav.level')}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {t('account.discount')}
              </th>
              <th scope="col" className="py-2 ps-3 text-end font-medium">
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
                  {levelName(t, name)}
                  {level === data.level && ' ✓'}
                </th>
                <td className="figures py-2 text-end">{sayNumber(discount, t.tag)} %</td>
                <td className="figures py-2 text-end">
                  <bdi>{usd(consumption)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** What he has spent and earned so far, and how much is missing to the next level. */
function Standing({ of }: { of: Membership }) {
  const t = useMemberWords()
  const { totalConsumption, currentPoints, pointsExchangeRate, nextLevel } = of
  const next =
    nextLevel && `${levelName(t, nextLevel.name)}: ${usd(Math.max(0, nextLevel.consumption - totalConsumption))}`
  const facts: [string, string][] = [
    [t('account.consumption'), usd(totalConsumption)],
    [t('account.pointsNow'), sayNumber(currentPoints, t.tag)],
    [t('account.pointWorth'), pointWorth(pointsExchangeRate)],
    [t('account.toNext'), next ?? t('account.top')],
  ]
  return <FactList facts={facts} className="mt-3" />
}
