import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { clampQuantity, parseQuantity } from './quantity.ts'
import { useTypedEarly } from './use-typed-early.ts'

type QuantityStepperProps = {
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  labels: { quantity: string; decrease: string; increase: string }
  name?: string
  disabled?: boolean
  'aria-describedby'?: string
  className?: string
}

/** Two buttons and a number that can be typed. What is typed counts at once when it is within bounds, and is brought into them on leaving. */
export function QuantityStepper({
  value,
  onChange,
  min = 1,
  max = 1000,
  labels,
  name,
  disabled = false,
  className,
  ...described
}: QuantityStepperProps) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string>()
  useTypedEarly(input, String(value), (typed) => change(parseQuantity(typed) ?? value))

  function change(to: number) {
    setDraft(undefined)
    const next = clampQuantity(to, min, max)
    if (next !== value) onChange(next)
  }

  function type(text: string) {
    setDraft(text)
    const typed = parseQuantity(text)
    if (typed !== undefined && typed !== value && typed === clampQuantity(typed, min, max)) onChange(typed)
  }

  function settle() {
    if (draft !== undefined) change(parseQuantity(draft) ?? value)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // It means the number, and not the form around it.
      event.preventDefault()
      settle()
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's inner box does not stretch
    <div
      role="group"
      aria-label={labels.quantity}
      className={cx(
        'inline-flex min-h-10 max-w-full items-stretch rounded-control border transition-colors pointer-coarse:min-h-11.5',
        disabled ? 'border-line-strong bg-tint text-faint' : 'border-control bg-surface focus-within:border-muted',
        className,
      )}
    >
      <button
        type="button"
        aria-label={labels.decrease}
        className={step}
        disabled={disabled}
        aria-disabled={disabled || value <= min || undefined}
        onClick={() => change(value - 1)}
      >
        <Minus size={16} aria-hidden="true" />
      </button>
      <input
        {...described}
        ref={input}
        type="number"
        inputMode="numeric"
        name={name}
        min={min}
        max={max}
        disabled={disabled}
        aria-label={labels.quantity}
        className="no-spin figures w-[3rem] min-w-0 rounded-mark bg-transparent text-center font-medium pointer-coarse:text-[1rem]"
        value={draft ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={press}
      />
      <button
        type="button"
        aria-label={labels.increase}
        className={step}
        disabled={disabled}
        aria-disabled={disabled || value >= max || undefined}
        onClick={() => change(value + 1)}
      >
        <Plus size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

// At its bound it stays a button that has the focus, and does nothing.
const step =
  'grid w-9.5 shrink-0 place-items-center rounded-control text-ink transition-colors not-aria-disabled:hover:bg-tint aria-disabled:text-line-strong pointer-coarse:w-11'
