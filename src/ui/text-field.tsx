import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className'> & {
    /** Inside the box, before and after the text. `end` may hold a button; `start` is only to be seen. */
    start?: ReactNode
    end?: ReactNode
  }

/** One line of text. Takes what the `field` of use-form.ts returns. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  aside,
  className,
  id,
  start,
  end,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className, id }}>
      {(wiring) => (
        // What stands before the text stays before it, whatever the page's direction.
        <div className="relative" dir={start ? input.dir : undefined}>
          {start && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-0 grid w-10 place-items-center text-muted"
            >
              {start}
            </span>
          )}
          <input
            {...input}
            {...wiring}
            type={type}
            className={cx('control', start && 'ps-10', end && 'ltr:pr-12 rtl:pl-12')}
          />
          {end && <span className="absolute inset-y-0 end-0 grid min-w-10 place-items-center pe-1">{end}</span>}
        </div>
      )}
    </Field>
  )
}
