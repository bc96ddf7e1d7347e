import { CircleCheck, CircleX, Globe } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { cx } from '#ui/class-names.ts'
import { SelectField } from '#ui/select-field.tsx'
import { COUNTRIES, countryName, countryOptions } from './countries.ts'

type CountryCheckProps = {
  /** ISO 3166 codes where the chosen SKU can be activated; null: everywhere. */
  countries: readonly string[] | null
  region: string | null
  /** Another SKU that can be activated there, for when this one cannot. */
  instead: (country: string) => ReactNode
}

const KEY = 'country'

/** As wide as a country's name mostly is. */
const UNKNOWN = '\u2007'.repeat(13)

/** Can I activate it in my country? Guessed from the browser once the page is alive, and kept when it is chosen. */
export function CountryCheck({ countries, region, instead }: CountryCheckProps) {
  const t = useWords()
  const language = t.tag
  const [country, setCountry] = useState('')
  const [all, setAll] = useState(false)

  useEffect(() => setCountry(guessCountry()), [])

  if (!countries) {
    return (
      <p className="flex items-center gap-2 rounded-card bg-good-soft px-4 py-3 text-good">
        <Globe size={18} aria-hidden="true" />
        <span className="font-medium">{t('product.activation.everywhere')}</span>
      </p>
    )
  }

  function choose(code: string) {
    setCountry(code)
    try {
      localStorage.setItem(KEY, code)
    } catch {
      // Without storage it is asked again on the next page.
    }
  }

  // 250 names are only made when somebody opens the list.
  const open = () => setAll(true)
  const options = all
    ? countryOptions(language)
    : country
      ? [{ code: country, name: countryName(country, language) }]
      : []
  const fits = countries.includes(country)
  const onlyThere = t('product.activation.only', { region: region ?? '' })

  function answer(good: boolean, where: string, more: ReactNode) {
    const Mark = good ? CircleCheck : CircleX
    return (
      <>
        <p className={cx('flex items-start gap-2 font-medium', good ? 'text-good' : 'text-bad')}>
          <Mark size={18} className="mt-0.5" aria-hidden="true" />
          <span>{t(good ? 'product.activation.yes' : 'product.activation.no', { country: where })}</span>
        </p>
        <p className="mt-0.5 ps-6.5 text-sm">{more}</p>
      </>
    )
  }

  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <div className="noscript:hidden">
        <SelectField
          label={t('product.activation.question')}
          value={country}
          onPointerEnter={open}
          onPointerDown={open}
          onFocus={open}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="" disabled>
            {t('product.activation.choose')}
          </option>
          {options.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="mt-2.5 grid *:[grid-area:1/1]">
        {/* The room that the longer answer takes, so that none moves what is below. */}
        <div inert className="invisible">
          {answer(false, UNKNOWN, instead('') || onlyThere)}
        </div>
        <div role="status">
          {country ? (
            answer(
              fits,
              countryName(country, language),
              (!fits && instead(country)) || <span className="text-muted">{onlyThere}</span>,
            )
          ) : (
            <p className="text-muted">{onlyThere}</p>
          )}
        </div>
      </div>
    </section>
  )
}

function guessCountry(): string {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept && COUNTRIES.includes(kept)) return kept
  } catch {
    // No storage: the browser's language is guess enough.
  }
  for (const tag of navigator.languages ?? []) {
    const region = /-([A-Z]{2})(?:-|$)/.exec(tag)?.[1]
    if (region && COUNTRIES.includes(region)) return region
  }
  return ''
}
