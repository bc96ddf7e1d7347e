// Where somebody is: the browser's own select as the page comes, and the country picker of addresses, which finds by name,
// code and prefix, from when he does anything at all: a first visit need not wait for it.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { firstSign, onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import type { CountryField } from '#rooms/countries/ui/country-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import type { RegionOption } from './enquiry.ts'

type RegionFieldProps = FormField & {
  label: string
  aside: ReactNode
  required: boolean
  regions: RegionOption[]
  className: string
}

export function RegionField({ regions, ...field }: RegionFieldProps) {
  const t = useWords()
  const select = useRef<HTMLSelectElement>(null)
  const [picker, setPicker] = useState<{ Country: typeof CountryField; chosen: string }>()

  useEffect(() => {
    const element = select.current
    if (!element) return
    const gone = new AbortController()
    void (async () => {
      await firstSign()
      const { CountryField: Country } = await onceOnline(() => import('#rooms/countries/ui/country-field.tsx'))
      // Nobody is interrupted while he chooses.
      while (element === document.activeElement && !gone.signal.aborted)
        await new Promise((left) => element.addEventListener('blur', left, { once: true, signal: gone.signal }))
      if (!gone.signal.aborted) setPicker({ Country, chosen: element.value })
    })()
    return () => gone.abort()
  }, [])

  if (picker) return <picker.Country {...field} defaultValue={picker.chosen} />
  return (
    <SelectField {...field} ref={select} autoComplete="country">
      <option value="">{t('enquiries.chooseRegion')}</option>
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
