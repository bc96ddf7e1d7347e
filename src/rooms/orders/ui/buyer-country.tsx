// Where the buyer is, which decides what he can pay by: the shop guesses, he corrects it.
import { useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { countryOptions } from '#rooms/countries/ui/countries.ts'
import { chooseCountry, useCountry } from '#rooms/money/ui/use-country.ts'
import { SelectField } from '#ui/select-field.tsx'

export default function BuyerCountry() {
  const t = useWords()
  const country = useCountry(true)
  const [options] = useState(() => countryOptions(t.tag))
  return (
    <SelectField
      label={t('product.activation.choose')}
      value={country}
      onChange={(event) => chooseCountry(event.target.value)}
    >
      {country === '' && <option value="" />}
      {options.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
