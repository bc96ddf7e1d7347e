// Ctrl K: goes to a place by its name, or to a list with what was typed.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { isFindable } from '#rooms/inbox/rules.ts'
import { isLikeKey } from '#rooms/orders/limits.ts'
import { isList, LIST_PATHS } from '#rooms/staff/office/list-kept.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import type { Me } from '#rooms/staff/office.ts'
import { useActiveOption } from '#ui/active-option.ts'
import { cx } from '#ui/class-names.ts'
import { beginsHere } from '#ui/dialog-start.ts'
import { matchesText } from '#ui/text-match.ts'
import { cornersOf, placesOf } from './places.ts'

const LONGEST = 200

/** Unlike a name that happens to be as long. What could be one may stand in no address. */
const mayBeKey = (typed: string) =>
  isLikeKey(typed) &&
  typed.length > 5 &&
  /[-:\d]/.test(typed) &&
  (!typed.includes(' ') || typed === typed.toUpperCase())

/** Whether this place's list understands it at all. */
function canFind(path: string, q: string) {
  if (path === '/orders') return !isLikeKey(q)
  return path !== '/inbox' || isFindable(q)
}

export function Palette({ me, onGo }: { me: Me; onGo: () => void }) {
  const t = useOfficeWords()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const isKey = mayBeKey(q)
  const named = [...placesOf(me), ...cornersOf(me)].filter(({ label }) => matchesText(t(label), q))
  const finds = q && !isKey ? placesOf(me).filter(({ path, find }) => find && canFind(path, q)) : []
  const { data: kept } = useQuery({
    queryKey: ['lists', 'views'],
    queryFn: ({ signal }) => officeCall('GET /office/views', {}, { signal }),
    staleTime: 60_000,
  })
  const views = (kept?.views ?? []).flatMap(({ list, ...view }) =>
    isList(list) && matchesText(view.name, q) ? [{ list, ...view }] : [],
  )
  const count = named.length + finds.length + views.length
  const keys = useActiveOption(listId, count, false)
  const active = keys.active < 0 && count > 0 ? 0 : keys.active

  function press(event: React.KeyboardEvent) {
    // The first one is meant before an arrow was pressed.
    if (event.key === 'Enter' && keys.active < 0 && !event.nativeEvent.isComposing)
      document.getElementById(keys.optionId(0))?.click()
    else keys.onKeyDown(event)
  }

  const option = (index: number) => ({
    id: keys.optionId(index),
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    onClick: onGo,
    className: cx(
      'flex min-h-10 items-center gap-3 rounded-control px-3 py-1.5 pointer-coarse:min-h-11',
      index === active ? 'bg-tint forced-colors:outline-2' : 'hover:bg-tint',
    ),
  })
  return (
    <>
      <div className="relative">
        <Search size={16} className="absolute start-3 top-3 text-muted pointer-coarse:top-4" aria-hidden="true" />
        <input
          type="text"
          enterKeyHint="go"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? keys.optionId(active) : undefined}
          aria-label={t('palette.field')}
          placeholder={t('palette.field')}
          maxLength={LONGEST}
          autoComplete="off"
          spellCheck={false}
          ref={beginsHere}
          className="control ps-9"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            keys.activate(-1)
          }}
          onKeyDown={press}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('palette.places')} className="mt-3 min-h-60">
        {named.map(({ path, label, icon: Icon }, index) => (
          <Link key={path} to={path} {...option(index)}>
            <Icon size={18} className="shrink-0 text-muted" />
            {t(label)}
          </Link>
        ))}
        {views.map(({ id, list, name, search }, index) => (
          <Link key={id} to={LIST_PATHS[list]} search={search} {...option(named.length + index)}>
            <Bookmark size={18} className="shrink-0 text-muted" />
            <Said>{t('palette.view', { list: t(`lists.names.${list}`), name })}</Said>
          </Link>
        ))}
        {finds.map(({ path, find, icon: Icon }, index) => (
          <Link key={path} to={path} search={{ q }} {...option(named.length + views.length + index)}>
            <Icon size={18} className="shrink-0 text-muted" />
            <Said>{t(find!, { q })}</Said>
          </Link>
        ))}
      </div>
      <p role="status" className={count > 0 ? 'sr-only' : 'px-3 text-sm text-muted'}>
        {count > 0 ? t('palette.found', { count }) : t(isKey ? 'palette.key' : 'palette.none')}
      </p>
    </>
  )
}

const Said = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 truncate">
    <bdi>{children}</bdi>
  </span>
)
