import { type KeyboardEvent, useState } from 'react'
import { cx } from './class-names.ts'
import { percentAlong, type Range, setRange } from './range.ts'

type End = 'from' | 'to'

type RangeSliderProps = {
  /** The lowest and highest that can be chosen. */
  limits: Range
  value: Range
  /** While a thumb moves. */
  onChange: (value: Range) => void
  /** When it has come to rest, or a number has been typed. */
  onCommit: (value: Range) => void
  /** Of the fields that a form sends without JavaScript; those that are left empty say nothing. */
  names: { from: string; to: string }
  labels: { from: string; to: string }
  /** As spoken, such as "$ 20.00". */
  format: (value: number) => string
  /** Before the numbers, such as "$". */
  unit?: string
  step?: number
}

/** Two thumbs and two numbers. Native range inputs, so keyboard, touch and right-to-left are the browser's. */
export function RangeSlider({
  limits,
  value,
  onChange,
  onCommit,
  names,
  labels,
  format,
  unit,
  step = 1,
}: RangeSliderProps) {
  const start = percentAlong(value[0], limits)
  const width = percentAlong(value[1], limits) - start

  function slide(end: End, to: number) {
    onChange(setRange(value, end, to, limits))
  }

  const thumb = (end: End) => ({
    type: 'range',
    min: limits[0],
    max: limits[1],
    step,
    value: value[end === 'from' ? 0 : 1],
    'aria-label': labels[end],
    'aria-valuetext': format(value[end === 'from' ? 0 : 1]),
    onPointerUp: () => onCommit(value),
    onKeyUp: () => onCommit(value),
    onBlur: () => onCommit(value),
  })

  return (
    <div className="flex flex-col gap-3">
      <div className="relative h-8 noscript:hidden pointer-coarse:h-11">
        {/* Drawn in attributes, not styles: right in the server's HTML under a strict content policy. */}
        <svg
          className="absolute inset-x-2.5 inset-y-0 my-auto h-1 w-[calc(100%-1.25rem)] overflow-visible rtl:-scale-x-100 pointer-coarse:inset-x-3.5 pointer-coarse:w-[calc(100%-1.75rem)]"
          aria-hidden="true"
        >
          <rect className="fill-tint-strong" width="100%" height="4" rx="2" />
          <rect className="fill-accent" x={`${start}%`} width={`${width}%`} height="4" />
        </svg>
        {/* Past the middle the lower thumb lies on top, else both at the far end could not be parted again. */}
        <input
          {...thumb('from')}
          className={cx('range', start > 50 && 'z-10')}
          onChange={(event) => slide('from', event.target.valueAsNumber)}
        />
        <input {...thumb('to')} className="range" onChange={(event) => slide('to', event.target.valueAsNumber)} />
      </div>
      <div className="flex flex-wrap items-center gap-2 noscript:hidden">
        {(['from', 'to'] as const).map((end, index) => (
          <Bound
            key={end}
            label={labels[end]}
            unit={unit}
            limits={limits}
            step={step}
            value={value[index as 0 | 1]}
            className={end === 'to' ? 'order-3' : undefined}
            onCommit={(number) => onCommit(setRange(value, end, number, limits))}
          />
        ))}
        <span aria-hidden="true" className="order-2 text-faint">
          –
        </span>
      </div>
      <noscript>
        <div dir="ltr" className="grid grid-cols-2 gap-2">
          {(['from', 'to'] as const).map((end, index) => (
            <input
              key={end}
              type="number"
              inputMode="decimal"
              name={names[end]}
              min={limits[0]}
              max={limits[1]}
              step="any"
              aria-label={labels[end]}
              placeholder={format(limits[index as 0 | 1])}
              defaultValue={value[index as 0 | 1] === limits[index as 0 | 1] ? '' : value[index as 0 | 1]}
              className="control no-spin figures"
            />
          ))}
        </div>
      </noscript>
    </div>
  )
}

type BoundProps = {
  label: string
  unit?: string
  limits: Range
  step: number
  value: number
  className?: string
  onCommit: (value: number) => void
}

function Bound({ label, unit, limits, step, value, className, onCommit }: BoundProps) {
  const [draft, setDraft] = useState<string>()

  function settle() {
    if (draft === undefined) return
    setDraft(undefined)
    const typed = Number(draft)
    if (draft.trim() !== '' && Number.isFinite(typed) && typed !== value) onCommit(typed)
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    settle()
  }

  return (
    // An amount runs left to right in Arabic too: symbol, then figures.
    <span dir="ltr" className={cx('relative block min-w-0 flex-[1_1_5rem]', className)}>
      {unit && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-muted"
        >
          {unit}
        </span>
      )}
      <input
        type="number"
        inputMode="decimal"
        min={limits[0]}
        max={limits[1]}
        step={step}
        aria-label={label}
        className={cx(
          'control no-spin figures',
          unit && (unit.length > 1 ? 'ps-[calc(--spacing(3.25)+2em)]' : 'ps-[calc(--spacing(3.25)+1em)]'),
        )}
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={settle}
        onKeyDown={press}
      />
    </span>
  )
}
