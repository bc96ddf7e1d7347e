// On /my-account: a member's balance, what moved it, and points that become some of it (decisions C9, F6).
import { useState } from 'react'
import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useTurn } from '#rooms/members/ui/in-turn.tsx'
import { MemberProblem, MemberSkeleton } from '#rooms/members/ui/member-page.tsx'
import { askWhoIsThere, useMembership } from '#rooms/members/ui/member-store.ts'
import { sayMoment } from '#rooms/members/ui/moment.ts'
import { Pages } from '#rooms/members/ui/short-pages.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { UiLink } from '#ui/link.tsx'
import { DebtNotice } from './debt-notice.tsx'
import { dollars } from './dollars.ts'
import { PointsForm } from './points-form.tsx'

const SIZE = 10

/** Leads to the order that it is about, where that is shown to whoever is signed in. */
function About({ orderId, orderNo, children }: { orderId: string | null; orderNo: string; children: string }) {
  if (orderId === null) return children
  const search = new URLSearchParams({ order_id: orderId, order_no: orderNo })
  return (
    <UiLink href={`/success-payment?${search}`} className={textLinkClass}>
      {children}
    </UiLink>
  )
}

export function BalanceSection() {
  const t = useMemberWords()
  const membership = useMembership()
  const [page, setPage] = useState(1)
  const { data, problem, reload } = useLoaded(`balance ${page}`, (signal) =>
    call('GET /api/profile/balance', { query: { pageNum: page, pageSize: SIZE } }, { signal }),
  )
  useTurn(data !== undefined || problem !== undefined)
  if (membership.state !== 'member') return null

  function askAnew() {
    setPage(1)
    reload()
    void askWhoIsThere()
  }

  return (
    <section aria-labelledby="balance">
      <Card className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="balance" className="text-xl">
            {t('nav.balance')}
          </h2>
          <output className="figures text-xl font-medium">
            <bdi>{dollars(membership.user.amount)}</bdi>
          </output>
        </div>
        <DebtNotice balance={membership.user.amount} />
        <p>
          <UiLink href="/my-balance" className={buttonClass()}>
            {t('topUp.open')}
          </UiLink>
        </p>
        <PointsForm points={membership.user.uintegral} onTried={askAnew} />
        {!data && (problem ? <MemberProblem retry={reload} /> : <MemberSkeleton />)}
        {data?.total === 0 && <p className="text-muted">{t('balance.empty')}</p>}
        {data && data.total > 0 && (
          <ul className="divide-y divide-line border-t border-line">
            {data.rows.map(({ id, at, kind, amount, balance, reference, orderId }) => (
              <li key={id} className="flex justify-between gap-x-4 py-3">
                <span className="min-w-0">
                  <span className="block wrap-anywhere">
                    <About orderId={orderId} orderNo={reference ?? ''}>
                      {t(`balance.kind.${kind}`, { reference: `\u2068${reference ?? ''}\u2069` })}
                    </About>
                  </span>
                  <span className="block text-sm text-muted">{sayMoment(at, t.tag)}</span>
                </span>
                <span className="text-end">
                  <bdi className="figures block font-medium">{`${amount > 0 ? '+' : ''}${dollars(amount)}`}</bdi>
                  <span className="figures block text-sm text-muted">
                    {t('balance.then', { amount: `\u2066${dollars(balance)}\u2069` })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <Pages page={page} size={SIZE} total={data?.total} onPage={setPage} />
      </Card>
    </section>
  )
}
