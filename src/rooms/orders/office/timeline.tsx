// Everything that happened to an order, the latest last.
import { sayMoment, zone } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { readReason } from '../rules.ts'
import type { Order } from './order.ts'

type Step = Order['timeline'][number]

/** Why an order is held. */
export function sayHeld(t: TranslateOffice, reason: string): string {
  const known = `order.held.${reason.replace(' ', '_')}`
  return t.knows(known) ? t(known) : reason
}

/** Why something was done: what the shop itself says in the reader's language, a person's words as they are. */
export function sayReason(t: TranslateOffice, kept: string): string {
  const read = readReason(kept)
  if (read.is === 'why') return t(`order.why.${read.why}`)
  if (read.is === 'paidWhile') {
    const status = `orders.status.${read.status}`
    return t('order.why.paidWhile', { status: t.knows(status) ? t(status) : read.status })
  }
  if (read.is === 'words') return sayState(t, read.words)
  return t(`order.why.${read.is}`, { words: read.words })
}

/** Of a payment, as its provider's answer was read; what a later version of the shop has written stands as it is. */
export function sayState(t: TranslateOffice, state: string): string {
  const known = `order.paymentState.${state.replaceAll(' ', '_')}`
  return t.knows(known) ? t(known) : state
}

/** Who did it: the shop itself, its buyer, a provider, or a person by his address. */
export function sayActor(t: TranslateOffice, actor: string): string {
  const known = `order.actor.${actor}`
  return t.knows(known) ? t(known) : sayProvider(t, actor)
}

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
