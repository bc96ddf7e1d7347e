import { getRouteApi, useHydrated, useLocation, useMatches } from '@tanstack/react-router'
import { ChevronDown, Globe } from 'lucide-react'
import { useState } from 'react'
import { stringifySearch } from '#browser/search-params.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { keepLanguage, languageHref } from '#rooms/money/ui/preferences.ts'
import { Picker } from '#ui/picker.tsx'
import { topBarButton } from './top-bar-button.ts'

const root = getRouteApi('__root__')

/** Its options are links to the same page, so it works without JavaScript; with it the choice is also kept. */
export function LanguagePicker() {
  const t = useWords()
  const { languages } = root.useLoaderData()
  const { locale } = root.useRouteContext()
  const { pathname, hash } = useLocation()
  // What this page makes of its query; what came along with a campaign's link stays behind.
  const hydrated = useHydrated()
  const search = useMatches({
    select: (matches) => {
      const page = matches.at(-1)
      // What the browser alone reads was not there when the server wrote the links.
      return page && (hydrated || !page.staticData.searchOfBrowser) ? stringifySearch(page._strictSearch) : ''
    },
  })
  const [near, setNear] = useState(false)
  const approach = () => setNear(true)

  function pick(code: string) {
    const language = languages.find((option) => option.domain === code)
    if (language) keepLanguage(language)
  }

  return (
    <Picker
      trigger={(wiring) => (
        <button
          {...wiring}
          type="button"
          className={topBarButton}
          aria-label={t('shell.language', { language: locale.name })}
          onPointerEnter={approach}
          onFocus={approach}
        >
          <Globe size={16} aria-hidden="true" />
          <bdi className="max-md:hidden">{locale.name}</bdi>
          <ChevronDown size={14} className="text-muted" aria-hidden="true" />
        </button>
      )}
      label={t('shell.chooseLanguage')}
      options={languages.map(({ domain, name }) => ({
        value: domain,
        label: name,
        lang: findLocale(domain)?.tag,
        keywords: near ? `${domain} ${namesOf(domain, ['en', locale.tag])}` : domain,
        href:
          // An address with a fragment that differs in nothing else would load no page.
          languageHref(pathname, search, domain, !hydrated || !!hash || !navigator.cookieEnabled) +
          // The token of a mailed link stands there.
          (hydrated && hash ? `#${hash}` : ''),
      }))}
      value={locale.code}
      onPick={pick}
      onToggle={approach}
      filterLabel={t('shell.findLanguage')}
      emptyText={t('shell.noLanguage')}
      align="end"
    />
  )
}

/** Who looks for "German" or "alemán" finds Deutsch. */
function namesOf(code: string, languages: readonly string[]): string {
  const tag = findLocale(code)?.tag ?? code
  return languages.map((language) => new Intl.DisplayNames(language, { type: 'language' }).of(tag)).join(' ')
}
