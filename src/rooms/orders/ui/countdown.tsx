import { useEffect, useRef, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { cx } from '#ui/class-names.ts'
import { remaining } from './remaining.ts'

type CountdownProps = {
  expiresAt: number
  /** The shop's clock minus ours, in milliseconds. */
  clockAhead: number
  /** Called at the end, and again after some seconds for as long as this is still shown. */
  onEnd: () => void
}

/** Who has days to pay is told hours alone. */
const MINUTES_COUNTED = 180

/** Between two calls at the end: the shop may be late in ending an order. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

const sayHours = (tag: string, hours: number) =>
  new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour', unitDisplay: 'long', numberingSystem: 'latn' }).format(
    hours,
  )

/** The time in which the order can still be paid, by the shop's clock. */
export function Countdown(props: CountdownProps) {
  const t = useWords()
  return (
    <div role="timer" className="text-center">
      <p className="text-sm text-muted">{t('pay.timeLeft')}</p>
      <TimeOf {...props} className="text-3xl font-semibold tracking-tight" />
    </div>
  )
}

/** The time that is left to pay, in one line. */
export function TimeLeft(props: CountdownProps) {
  const t = useWords()
  return (
    <p role="timer" className="mt-3 text-end text-sm text-muted">
      {t('pay.timeLeft')}: <TimeOf {...props} className="font-medium text-ink" />
    </p>
  )
}

function TimeOf({ expiresAt, clockAhead, onEnd, className }: CountdownProps & { className: string }) {
  const t = useWords()
  // Each answer brings both anew, and with another one in milliseconds: neither begins anything anew.
  const latest = useRef({ clockAhead, onEnd })
  const [now, setNow] = useState(() => Date.now() + clockAhead)
  const { minutes, seconds } = remaining(expiresAt, now)
  const isOver = now >= expiresAt

  useEffect(() => {
    latest.current = { clockAhead, onEnd }
  })

  useEffect(() => {
    const tick = () => setNow(Date.now() + latest.current.clockAhead)
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (!isOver) return
    let pause = FIRST_PAUSE_MS
    let timer: ReturnType<typeof setTimeout>
    const end = () => {
      latest.current.onEnd()
      timer = setTimeout(end, pause)
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    }
    end()
    return () => clearTimeout(timer)
  }, [isOver])

  return (
    <time dateTime={`PT${minutes}M${seconds}S`} className={cx('figures', className)}>
      {minutes < MINUTES_COUNTED
        ? t('pay.minutesSeconds', { minutes, seconds: String(seconds).padStart(2, '0') })
        : sayHours(t.tag, Math.floor(minutes / 60))}
    </time>
  )
}
