import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { SearchField } from '#ui/search-field.tsx'
import { rememberSearch } from '../recent-searches.ts'
import type { SuggestionSource, Suggestions } from './search-box-suggestions.tsx'
import { searchHref } from './search-href.ts'

const NONE: Suggestions = { items: [], count: 0 }

/** Specification §9. */
const MOST_CHARACTERS = 50

/** A form that works at once; what makes its suggestions is fetched when somebody comes to it. */
export function SearchBox({ className }: { className?: string }) {
  const t = useWords()
  const router = useRouter()
  const searched = useLocation({ select: ({ pathname, search }) => (pathname === '/search' ? nameIn(search) : '') })
  const [name, setName] = useState(searched)
  const [suggestions, setSuggestions] = useState(NONE)
  const [Source, setSource] = useState<typeof SuggestionSource>()

  const [before, setBefore] = useState(searched)
  if (before !== searched) {
    setBefore(searched)
    setName(searched)
  }

  function approach() {
    if (Source) return
    onceOnline(() => import('./search-box-suggestions.tsx')).then(
      (module) => setSource(() => module.SuggestionSource),
      () => undefined,
    )
  }

  function search(wanted: string) {
    if (wanted === '') return
    rememberSearch(wanted)
    void router.navigate({ href: searchHref(wanted) })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that somebody comes near
    <div className={className} onPointerEnter={approach} onFocus={approach}>
      <SearchField
        action="/search"
        name="name"
        value={name}
        onValueChange={setName}
        onSearch={search}
        suggestions={suggestions.items}
        heading={suggestions.heading}
        labels={{
          search: t('search.label'),
          placeholder: t('search.placeholder'),
          submit: t('search.submit'),
          clear: t('search.clear'),
          suggestions: t('search.suggestions'),
          count: t('search.count', { count: suggestions.count }),
        }}
        maxLength={MOST_CHARACTERS}
      />
      {Source && <Source name={name} onFound={setSuggestions} />}
    </div>
  )
}

function nameIn(search: object): string {
  const { name } = search as { name?: unknown }
  return typeof name === 'string' || typeof name === 'number' ? String(name).slice(0, MOST_CHARACTERS) : ''
}
