import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export type FieldProps = {
  label: string
  /** Keeps the label for those who hear the page, where the design shows none. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: string
  /** Beside the label, such as "optional" or a link. */
  aside?: ReactNode
  className?: string
}

/** What a control needs so that its label, hint and error belong to it. */
export type FieldWiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, control, then hint or error below. The text fields in this folder are built on it; use it for any other control. */
export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  aside,
  className,
  id: givenId,
  children,
}: FieldProps & { id?: string; children: (wiring: FieldWiring) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = cx(error && errorId, hint && hintId) || undefined

  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={hideLabel ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-3'}>
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {aside && <span className="text-sm text-muted">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-bad">
      <svg className="mt-[0.2em] shrink-0" width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 4.25v4.5M8 11v.75" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
      <span>{children}</span>
    </p>
  )
}
