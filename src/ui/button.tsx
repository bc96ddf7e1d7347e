import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: ReactNode
    loading?: boolean
    /** Spoken when `loading` begins. */
    loadingLabel?: string
  }

/** While loading it keeps its width and the focus, and ignores presses. `type` is "button" unless said otherwise. */
export function Button({
  variant,
  size,
  block,
  icon,
  loading = false,
  loadingLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      {...rest}
      type={type}
      className={cx(buttonClass({ variant, size, block }), loading && 'cursor-progress', className)}
      onClick={press}
    >
      <span className={cx('inline-flex items-center justify-center gap-2', loading && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center" role="status">
          <Spinner />
          {loadingLabel && <span className="sr-only">{loadingLabel}</span>}
        </span>
      )}
    </button>
  )
}
