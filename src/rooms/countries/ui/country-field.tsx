// Chooses one of some 250 countries. The value stands in a select of the browser's own, out of sight: it is what the form
// sends, what browsers fill in by themselves, and what a form leads to when it is wrong.
import { ChevronDown } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Field } from '#ui/field.tsx'
import { Picker } from '#ui/picker.tsx'
import type { FormField } from '#ui/use-form.ts'
import { countriesToPick, findCountry } from './find-country.ts'

type CountryFieldProps = Pick<FormField, 'name' | 'error'> & {
  label: string
  aside?: ReactNode
  defaultValue: string
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
  required?: boolean
  className?: string
}

export function CountryField({
  label,
  aside,
  name,
  error,
  defaultValue,
  onChange,
  required,
  className,
}: CountryFieldProps) {
  const t = useWords()
  const [countries] = useState(() => countriesToPick(t.tag))
  const [value, setValue] = useState(defaultValue)
  const [open, setOpen] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const none = { value: '', label: t('enquiries.chooseRegion') }
  const chosen = countries.find((country) => country.value === value) ?? none

  function pick(code: string) {
    if (!select.current || code === value) return
    select.current.value = code
    select.current.dispatchEvent(new Event('change', { bubbles: true }))
  }

  return (
    <Field label={label} aside={aside} error={error} className={className}>
      {(wiring) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps Enter in the list from sending the form around it
        <div
          className="relative"
          onKeyDown={(event) => event.key === 'Enter' && inFilter(event.target) && event.preventDefault()}
        >
          <select
            ref={select}
            name={name}
            defaultValue={defaultValue}
            autoComplete="country"
            tabIndex={-1}
            aria-hidden="true"
            className="sr-only"
            onFocus={() => button.current?.focus()}
            onChange={(event) => {
              setValue(event.target.value)
              onChange(event)
            }}
          >
            <option value="" />
            {countries.map((country) => (
              <option key={country.value} value={country.value}>
                {country.label}
              </option>
            ))}
          </select>
          <Picker
            trigger={(popover) => (
              <button
                {...popover}
                {...wiring}
                ref={button}
                type="button"
                // A field with one value, which buttons are not: they are never required.
                role="combobox"
                aria-expanded={open}
                aria-controls={popover.popoverTarget}
                aria-required={required}
                aria-label={`${label}: ${chosen.label}`}
                className="control flex items-center gap-2 text-start"
              >
                <span className={value === '' ? 'min-w-0 flex-1 truncate text-muted' : 'min-w-0 flex-1 truncate'}>
                  <bdi>{chosen.label}</bdi>
                </span>
                <ChevronDown size={16} className="shrink-0 text-muted" aria-hidden="true" />
              </button>
            )}
            label={label}
            options={required ? countries : [none, ...countries]}
            value={value}
            onPick={pick}
            onToggle={setOpen}
            filterLabel={t('countries.find')}
            emptyText={t('countries.none')}
            find={findCountry}
          />
        </div>
      )}
    </Field>
  )
}

const inFilter = (target: EventTarget) => target instanceof HTMLInputElement
