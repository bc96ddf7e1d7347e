// On /my-account: what a member earned, what of it can be used, was taken back or became balance (decision C8).
import { useState } from 'react'
import { type Calls, call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import type { CallResult } from '#platform/http/contract.ts'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { useTurn } from '#rooms/members/ui/in-turn.tsx'
import { MemberProblem, MemberSkeleton } from '#rooms/members/ui/member-page.tsx'
import { useMembership } from '#rooms/members/ui/member-store.ts'
import { sayMoment } from '#rooms/members/ui/moment.ts'
import { sayNumber } from '#rooms/members/ui/number.ts'
import { Pages } from '#rooms/members/ui/short-pages.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Card } from '#ui/card.tsx'
import { UiLink } from '#ui/link.tsx'
import { whatBecame } from '../rules.ts'

const SIZE = 10

type PointsSectionProps = {
  /** The page of an order, which stands above this room. */
  orderHref: (order: { orderId: string; orderNo: string }) => string
}

export function PointsSection({ orderHref }: PointsSectionProps) {
  const t = useMemberWords()
  const membership = useMembership()
  const [page, setPage] = useState(1)
  // Points that were turned into balance change the member's: then it is asked anew.
  const now = membership.state === 'member' ? membership.user.uintegral : undefined
  const { data, problem, loading, reload } = useLoaded(`points ${page} ${now}`, (signal) =>
    call('GET /api/profile/points', { query: { pageNum: page, pageSize: SIZE } }, { signal }),
  )
  useTurn(data !== undefined || problem !== undefined)
  if (now === undefined) return null
  return (
    <section aria-labelledby="points-history">
      <Card className="grid grid-cols-1 gap-4">
        <h2 id="points-history" className="text-xl">
          {t('points.history.title')}
        </h2>
        {problem && !loading ? <MemberProblem retry={reload} /> : !data && <MemberSkeleton />}
        {data?.total === 0 && <p className="text-muted">{t('points.history.none')}</p>}
        {data && data.total > 0 && (
          <ul aria-busy={loading} className="divide-y divide-line border-t border-line">
            {data.rows.map((entry) => (
              <Entry key={entry.id} entry={entry} orderHref={orderHref} />
            ))}
          </ul>
        )}
        <Pages page={page} size={SIZE} total={data?.total} onPage={setPage} />
      </Card>
    </section>
  )
}

type PointsEntry = CallResult<Calls['GET /api/profile/points']>['rows'][number]

function Entry({ entry, orderHref }: { entry: PointsEntry } & PointsSectionProps) {
  const t = useMemberWords()
  const { at, orderId, orderNo, consumption, currentPoints, currentPendingPoints } = entry
  const { what, points } = whatBecame(entry)
  const number = (of: number, signDisplay: 'auto' | 'exceptZero' = 'auto') =>
    `\u2066${sayNumber(of, t.tag, { signDisplay })}\u2069`
  const spent = `\u2066${consumption > 0 ? '+' : ''}${formatMoney(fromMajor(consumption), '$')}\u2069`
  return (
    <li className="flex justify-between gap-x-4 py-3">
      <span className="min-w-0">
        <span className="block wrap-anywhere">
          {t(what === 'converted' ? 'balance.kind.points' : `points.history.${what}`)}
        </span>
        <span className="block text-sm text-muted">
          {sayMoment(at, t.tag)}{' '}
          {orderId && orderNo && (
            <UiLink
              href={orderHref({ orderId, orderNo })}
              className="rounded-mark font-mono underline hover:no-underline"
            >
              <bdi>{orderNo}</bdi>
            </UiLink>
          )}
        </span>
        {consumption !== 0 && (
          <span className="figures block text-sm text-muted">{t('points.history.counts', { amount: spent })}</span>
        )}
      </span>
      <span className="text-end">
        <span className="figures block font-medium">{number(points, 'exceptZero')}</span>
        <span className="figures block text-sm text-muted">
          {t('points.history.then', { points: number(currentPoints) })}
        </span>
        {currentPendingPoints !== 0 && (
          <span className="figures block text-sm text-muted">
            {t('points.history.waiting', { pending: number(currentPendingPoints) })}
          </span>
        )}
      </span>
    </li>
  )
}
