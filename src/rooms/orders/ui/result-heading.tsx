import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { Notice } from '#ui/notice.tsx'
import type { SentBack } from '../schemas.ts'
import type { OrderDetail } from '../wire.ts'
import { NOT_CHARGED, type ResultState } from './result-state.ts'

type ResultHeadingProps = {
  state: ResultState
  order: Pick<OrderDetail, 'deliveryEmail' | 'sentBack' | 'sentBackMore'>
  /** Where it is no order of goods. */
  words?: { title?: string; text?: string }
}

/** What has become of the order, in one line and a sentence; said aloud whenever it changes. */
export function ResultHeading({ state, order: { deliveryEmail, sentBack, sentBackMore }, words }: ResultHeadingProps) {
  const t = useWords()
  const { Icon, look } = marks[state]
  return (
    <div role="status" className="flex flex-col items-center pt-2 pb-1 text-center">
      <span aria-hidden="true" className={`mb-4 grid size-14 place-items-center rounded-card ${look}`}>
        <Icon size={28} />
      </span>
      <h1 className="text-2xl md:text-3xl">{words?.title ?? t(`pay.state.${state}.title`)}</h1>
      {(sentBack.length === 0 || !NOT_CHARGED.includes(state)) && (
        <p className="mt-2 max-w-lg text-balance wrap-anywhere text-muted">
          {words?.text ?? t(`pay.state.${state}.text`, { email: `\u2068${deliveryEmail}\u2069` })}
        </p>
      )}
      {sentBack.map((payment, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments keep their places
        <NotTaken key={i} {...payment} />
      ))}
      {sentBackMore && <p className="mt-4 text-muted">{t('pay.sentBack.more')}</p>}
    </div>
  )
}

/** Money that came all the same, and where it is now. */
function NotTaken({ came, amount, currencyName, now }: SentBack) {
  const t = useWords()
  const money = formatMoney(fromMajor(amount), currencyName)
  return (
    <Notice className="mt-4 text-start" title={t(`pay.sentBack.${came}`, { amount: `\u2066${money}\u2069` })}>
      {t(now === 'balance' ? 'order.moneyOnBalance' : `pay.sentBack.${now}`)}
    </Notice>
  )
}

const good = { Icon: CircleCheck, look: 'bg-good-soft text-good' }
const wait = { Icon: Clock, look: 'bg-warn-soft text-warn' }
const bad = { Icon: CircleX, look: 'bg-bad-soft text-bad' }
const over = { Icon: Ban, look: 'bg-tint text-muted' }
const back = { Icon: Undo2, look: 'bg-tint text-muted' }

const marks: Record<ResultState, { Icon: LucideIcon; look: string }> = {
  waiting: wait,
  underWay: wait,
  held: wait,
  heldUnpaid: wait,
  failed: bad,
  abandoned: over,
  attemptExpired: wait,
  paid: good,
  processing: wait,
  goingBack: back,
  looking: wait,
  delivered: good,
  cancelled: over,
  expired: over,
  refunded: back,
  ended: over,
  partlyRefunded: back,
  disputed: wait,
}
