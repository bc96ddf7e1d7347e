import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className'>

/** Several lines; grows with what is written, where the browser can. */
export function TextArea({ label, hideLabel, hint, error, aside, className, id, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className, id }}>
      {(wiring) => <textarea {...area} {...wiring} rows={rows} className="control" />}
    </Field>
  )
}
