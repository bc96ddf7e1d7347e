// One kind of what waits for a person.
import type { ReactNode } from 'react'
import type { officeCall } from '#browser/office-calls.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'

export type Waiting = Awaited<ReturnType<typeof officeCall<'GET /office/payments'>>>

interface ListProps<T> {
  title: string
  rows: T[]
  /** There are more than these. */
  isMore: boolean
  children: (row: T) => ReactNode
}

/** Nothing where nothing waits. */
export function List<T>({ title, rows, isMore, children }: ListProps<T>) {
  const t = useOfficeWords()
  if (rows.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="text-lg">
        {title}{' '}
        <span className="figures text-base text-muted">
          {rows.length}
          {isMore && '+'}
        </span>
      </h2>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 break-words">{rows.map(children)}</ul>
      {isMore && <p className="mt-2 text-sm text-muted">{t('today.more')}</p>}
    </section>
  )
}
