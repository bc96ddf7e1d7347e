import { cx } from './class-names.ts'

type ProgressBarProps = { value: number; max: number; label: string; className?: string }

/** How much of something there is: a level, a share of votes. */
export function ProgressBar({ value, max, label, className }: ProgressBarProps) {
  return <progress className={cx('bar', className)} value={Math.min(value, max)} max={max || 1} aria-label={label} />
}
