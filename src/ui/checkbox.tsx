import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from './class-names.ts'
import { FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  children: ReactNode
  hint?: ReactNode
  error?: string
  /** At the far end of the line, such as how many results it would give. */
  end?: ReactNode
  /** Some, but not all, of what it stands for is chosen. */
  partly?: boolean
  className?: string
}

/** The whole line is the target. */
export function Checkbox({ children, hint, error, end, partly = false, className, id, ref, ...input }: CheckboxProps) {
  const ownId = useId()
  const hintId = `${id ?? ownId}-hint`
  const errorId = `${id ?? ownId}-error`
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly
  }, [partly])

  function hold(element: HTMLInputElement | null) {
    box.current = element
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }

  return (
    <div className={className}>
      <label className="flex min-h-8 items-start gap-2.5 py-1 has-disabled:cursor-not-allowed has-disabled:text-faint pointer-coarse:min-h-11 pointer-coarse:py-2.5">
        <input
          {...input}
          id={id ?? ownId}
          ref={hold}
          type="checkbox"
          className="tick mt-[0.16em]"
          aria-describedby={cx(error && errorId, hint && hintId) || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span className="min-w-0 flex-1">{children}</span>
        {end !== undefined && <span className="figures text-sm leading-[1.75] text-muted">{end}</span>}
      </label>
      {hint && (
        <p id={hintId} className="ms-7 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <div className="ms-7">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
