import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, CircleX, Globe } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { countryOptions } from '#rooms/countries/ui/countries.ts'
import { activatesIn, chooseCountry, countryName } from '#rooms/money/ui/use-country.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { UiLink } from '#ui/link.tsx'
import { SelectField } from '#ui/select-field.tsx'

const root = getRouteApi('__root__')

type CountryCheckProps = {
  /** ISO 3166; empty: not known yet. */
  country: string
  /** ISO 3166 codes where the chosen SKU can be activated; null: everywhere. */
  countries: readonly string[] | null
  /** Null: nobody said where it can be activated, which is not everywhere. */
  region: string | null
  /** Some of the product's SKUs activate in some countries only. */
  limited: boolean
  /** Another SKU that can be activated there, for when this one cannot. */
  instead: (country: string) => ReactNode
}

/** As wide as a country's name mostly is. */
const UNKNOWN = '\u2007'.repeat(13)

/** Can I activate it in my country? The same room whichever SKU is chosen and whatever the answer is. */
export function CountryCheck({ country, countries, region, limited, instead }: CountryCheckProps) {
  const t = useWords()
  const language = t.tag
  const [all, setAll] = useState(false)

  if (region === null) return <NotStated />
  if (!limited) {
    return (
      <p className="flex items-center gap-2 rounded-card bg-good-soft px-4 py-3 text-good">
        <Globe size={18} aria-hidden="true" />
        <span className="font-medium">{t('product.activation.everywhere')}</span>
      </p>
    )
  }

  // 250 names are only made when somebody opens the list.
  const open = () => setAll(true)
  const options = all
    ? countryOptions(language)
    : country
      ? [{ code: country, name: countryName(country, language) }]
      : []
  const fits = activatesIn(country, { countries })
  const onlyThere = countries
    ? t('product.activation.only', { region: region ?? '' })
    : t('product.activation.everywhere')

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
    <section className="rounded-card border border-line bg-surface p-4 wrap-anywhere">
      <div className="noscript:hidden">
        <SelectField
          label={t('product.activation.question')}
          value={country}
          onPointerEnter={open}
          onPointerDown={open}
          onFocus={open}
          onChange={(event) => chooseCountry(event.target.value)}
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

function NotStated() {
  const t = useWords()
  const { email } = root.useLoaderData().website
  return (
    <p className="rounded-card border border-line bg-surface px-4 py-3">
      {t('product.activation.unknown')}{' '}
      {email && (
        <UiLink href={`mailto:${email}`} className={textLinkClass}>
          {t('product.activation.ask')}
        </UiLink>
      )}
    </p>
  )
}
