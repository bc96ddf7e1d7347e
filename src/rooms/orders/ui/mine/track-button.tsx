import { useState } from 'react'
import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { MemberProblem } from '#rooms/members/ui/member-page.tsx'
import { sayMoment } from '#rooms/members/ui/moment.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import type { ListedOrder } from '../../wire.ts'

type TrackProps = { order: ListedOrder; statusName: (status: string) => string }

/** Digital goods travel by mail: where it is, and what has become of the order until now. */
export function TrackButton({ order, statusName }: TrackProps) {
  const t = useMemberWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('orders.track')}</Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('orders.trackTitle')} closeLabel={t('cart.close')}>
        {open && <Track order={order} statusName={statusName} />}
      </Dialog>
    </>
  )
}

function Track({ order, statusName }: TrackProps) {
  const t = useMemberWords()
  const { data, problem, loading, reload } = useLoaded(`track ${order.id}`, (signal) =>
    call('GET /api/profile/order/track/{id}', { params: { id: order.id } }, { signal }),
  )
  if (problem && !loading) return <MemberProblem retry={reload} />
  if (!data)
    return (
      <SkeletonGroup label={t('member.loading')}>
        <SkeletonBlock className="h-28" />
      </SkeletonGroup>
    )
  const when = (at: string) => sayMoment(at, t.tag)
  return (
    <>
      <ol className="grid gap-2 border-s-2 border-line ps-4">
        {data.moves.map(({ orderStatus, at }) => (
          <li key={`${orderStatus} ${at}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{statusName(orderStatus)}</span>
            <time dateTime={at} className="text-sm text-muted">
              {when(at)}
            </time>
          </li>
        ))}
      </ol>
      <h3 className="mt-5 text-base">{t('orders.mails', { email: `\u2068${data.deliveryEmail}\u2069` })}</h3>
      {data.mails.length === 0 && <p className="mt-1 text-muted">{t('orders.noMail')}</p>}
      <ul className="mt-2 grid gap-2">
        {data.mails.map(({ mail, promisedAt, sentAt }) => {
          const name = `orders.mail.${mail}`
          return (
            <li key={`${mail} ${promisedAt}`} className="flex flex-wrap justify-between gap-x-4">
              <span>{t(t.knows(name) ? name : 'orders.mail.other')}</span>
              <span className="text-sm text-muted">
                {sentAt ? t('orders.mailSent', { when: when(sentAt) }) : t('orders.mailWaiting')}
              </span>
            </li>
          )
        })}
      </ul>
      {data.mails.some(({ sentAt }) => sentAt) && <p className="mt-4 text-sm text-muted">{t('orders.mailLost')}</p>}
    </>
  )
}
