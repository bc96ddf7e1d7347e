import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import type { ResultState } from './result-state.ts'

type ResultHeadingProps = {
  state: ResultState
  email: string
  /** Where it is no order of goods. */
  words?: { title?: string; text?: string }
}

/** What has become of the order, in one line and a sentence; said aloud whenever it changes. */
export function ResultHeading({ state, email, words }: ResultHeadingProps) {
  const t = useWords()
  const { Icon, look } = marks[state]
  return (
    <div role="status" className="flex flex-col items-center pt-2 pb-1 text-center">
      <span aria-hidden="true" className={`mb-4 grid size-14 place-items-center rounded-card ${look}`}>
        <Icon size={28} />
      </span>
      <h1 className="text-2xl md:text-3xl">{words?.title ?? t(`pay.state.${state}.title`)}</h1>
      <p className="mt-2 max-w-lg text-balance wrap-anywhere text-muted">
        {words?.text ?? t(`pay.state.${state}.text`, { email: `\u2068${email}\u2069` })}
      </p>
    </div>
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
  delivered: good,
  cancelled: over,
  expired: over,
  refunded: back,
  ended: over,
  partlyRefunded: back,
  disputed: wait,
}
