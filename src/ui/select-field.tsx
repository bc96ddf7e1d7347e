import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type SelectFieldProps = FieldProps & Omit<ComponentProps<'select'>, 'className'>

/** The browser's own select, with our frame. Its children are `<option>`s. */
export function SelectField({ label, hideLabel, hint, error, aside, className, id, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className, id }}>
      {(wiring) => (
        <div className="relative">
          <select {...select} {...wiring} className="control" />
          <ChevronDown
            size={16}
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
            aria-hidden="true"
          />
        </div>
      )}
    </Field>
  )
}
