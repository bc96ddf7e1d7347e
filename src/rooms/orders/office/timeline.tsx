// Everything that happened to an order, the latest last.
import { sayMoment, zone } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { isErased } from '../rules.ts'
import type { Order } from './order.ts'
import { sayActor, sayHeld, sayReason } from './say-reason.ts'

type Step = Order['timeline'][number]

/** What has words is said in them; what a later version of the shop has written stands as it is. */
function sayStep(t: TranslateOffice, { kind, what }: Step): string {
  const known = (key: string) => (t.knows(key) ? t(key) : undefined)
  if (kind === 'status')
    return what
      .split(' → ')
      .map((status) => known(`orders.status.${status}`) ?? status)
      .join(' → ')
  if (kind === 'payment') return t('order.kind.payment', { what: sayProvider(t, what) })
  if (kind === 'refund') return t('order.kind.refund')
  if (kind === 'mail') return t('order.kind.mail', { what: known(`order.mail.${what}`) ?? what })
  if (kind === 'reveal') return t(what === 'mail' ? 'order.kind.revealMail' : 'order.kind.revealPage')
  if (kind === 'act') return known(`order.act.${what}`) ?? t('order.kind.act', { what })
  return kind === 'hold' ? sayHeld(t, what) : t('order.kind.lifted')
}

export function Timeline({ order }: { order: Order }) {
  const t = useOfficeWords()
  // Reasons are gone with the buyer of whom they may speak.
  const isGone = isErased({ deliveryEmail: order.email })
  return (
    <>
      <ol className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 text-sm break-words">
        {order.timeline.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what has happened keeps its place
          <li key={at} className="border-s-2 border-line ps-3">
            <p className="font-medium">{sayStep(t, step)}</p>
            {(step.who || step.why) && (
              <p className="break-words text-muted">
                <bdi>{step.who && sayActor(t, step.who)}</bdi>
                {step.who && step.why && ': '}
                <bdi>{step.why && sayReason(t, step.why)}</bdi>
              </p>
            )}
            {isGone && step.kind === 'act' && !step.why && (
              <p className="break-words text-muted italic">{t('audit.erased')}</p>
            )}
            <p className="figures text-xs text-muted">
              <time dateTime={step.at}>{sayMoment(t, step.at)}</time>
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
    </>
  )
}
