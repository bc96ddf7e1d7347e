// What every list of the office has around its rows: the search, and what is said while they come, when they do not, and when
// they are no longer live.
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { focusFirstRow, useFirstRow, useSlash } from './list-keys.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

/** How often what is looked at is asked for again. */
export const LIVE_MS = 10_000

export function Listing<T>({ list, children }: { list: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const t = useOfficeWords()
  useFirstRow()
  return (
    <>
      {list.data !== undefined && <ReadFailed of={list} className="mt-4" />}
      {list.data !== undefined ? (
        // What was there before the reader asked for something else is grey until that comes.
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : undefined}>
          {children(list.data)}
        </div>
      ) : list.error instanceof CallRefused && list.error.status === 400 ? (
        <ErrorState title={t('frame.noSuchPage')} retry={<ToBeginning />} />
      ) : list.error ? (
        <ErrorState
          title={sayRefusal(t, list.error)}
          retry={<Button onClick={() => void list.refetch()}>{t('frame.again')}</Button>}
        />
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-2">
          {Array.from({ length: 12 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all alike
            <SkeletonBlock key={i} className="h-10" />
          ))}
        </SkeletonGroup>
      )}
    </>
  )
}

interface ReadFailedProps {
  of: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** What is called what it shows. */
  title?: string
  className?: string
}

/** Says where something stands that what it shows could not be had, or is not that of now. */
export function ReadFailed({ of: { data, error, refetch }, title, className }: ReadFailedProps) {
  const t = useOfficeWords()
  if (!error) return null
  const why = sayRefusal(t, error)
  return (
    <Notice
      tone="warn"
      live
      className={className}
      title={title}
      action={
        <Button size="sm" onClick={() => void refetch()}>
          {t('frame.again')}
        </Button>
      }
    >
      {data !== undefined ? t('frame.notLive', { why }) : why}
    </Notice>
  )
}

/** Of the list at this address, without the place in it that there is not; where none is named, of the whole list. */
function ToBeginning() {
  const t = useOfficeWords()
  return (
    <Link
      to="."
      search={({ after, ...rest }: { after?: unknown }) => (after === undefined ? {} : rest) as never}
      className={buttonClass()}
    >
      {t('frame.firstPage')}
    </Link>
  )
}

interface ListSearchProps {
  /** What is looked for now. */
  q: string
  label: string
  placeholder: string
  button: string
  maxLength: number
  onSearch: (typed: string) => void
}

export function ListSearch({ q, label, placeholder, button, maxLength, onSearch }: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useSlash(() => field.current?.focus())
  // The way back brings what was looked for then; the field itself stays, and with it the focus.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== q) field.current.value = q
  }, [q])
  function search(event: FormEvent) {
    event.preventDefault()
    onSearch(field.current?.value.trim() ?? '')
  }
  return (
    <search>
      <form onSubmit={search} className="mt-4 flex max-w-xl gap-2">
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={maxLength}
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          className="control min-w-0"
          // From what was typed to what was found.
          onKeyDown={(event) => event.key === 'ArrowDown' && focusFirstRow() && event.preventDefault()}
        />
        <Button type="submit" className="shrink-0">
          {button}
        </Button>
      </form>
    </search>
  )
}
