import { useEffect, useRef, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { cx } from '#ui/class-names.ts'
import { remaining } from '../rules.ts'

type CountdownProps = {
  expiresAt: number
  /** The shop's clock minus ours, in milliseconds. */
  clockAhead: number
  onEnd: () => void
}

/** Who has days to pay is told hours alone. */
const MINUTES_COUNTED = 180

const sayHours = (tag: string, hours: number) =>
  new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours)

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

/** The same in one line. */
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
  const end = useRef(onEnd)
  const [now, setNow] = useState(() => Date.now() + clockAhead)
  const { minutes, seconds } = remaining(expiresAt, now)

  useEffect(() => {
    end.current = onEnd
  })

  useEffect(() => {
    let over = false
    const tick = () => {
      const at = Date.now() + clockAhead
      setNow(at)
      if (at >= expiresAt && !over) {
        over = true
        end.current()
      }
    }
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [expiresAt, clockAhead])

  return (
    <time dateTime={`PT${minutes}M${seconds}S`} className={cx('figures', className)}>
      {minutes < MINUTES_COUNTED
        ? t('pay.minutesSeconds', { minutes, seconds: String(seconds).padStart(2, '0') })
        : sayHours(t.tag, Math.floor(minutes / 60))}
    </time>
  )
}
