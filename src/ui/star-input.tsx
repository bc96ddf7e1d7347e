import { type ChangeEvent, type FocusEvent, useId } from 'react'
import { FieldError } from './field.tsx'
import { STAR } from './star.ts'

type StarInputProps = {
  legend: string
  name: string
  /** What each number of stars is called, from the fewest: "1 star", "2 stars" … */
  labels: readonly string[]
  defaultValue: number
  error?: string
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
}

/** A score as stars: radio buttons, so the arrows choose and a form sends it. The chosen star and those before it are full (controls.css). */
export function StarInput({ legend, name, labels, defaultValue, error, onChange, onBlur }: StarInputProps) {
  const errorId = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="star-input">
        {labels.map((label, index) => (
          <label key={label}>
            <input
              type="radio"
              name={name}
              value={index + 1}
              defaultChecked={index + 1 === defaultValue}
              aria-label={label}
              onChange={onChange}
              onBlur={onBlur}
            />
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={STAR} />
            </svg>
            {/* Only the chosen one's name is seen. */}
            <span aria-hidden="true">{label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
