// One kind of what waits for a person.
import type { ReactNode } from 'react'
import type { officeCall } from '#browser/office-calls.ts'

export type Waiting = Awaited<ReturnType<typeof officeCall<'GET /office/payments'>>>

/** Nothing where nothing waits. */
export function List<T>({ title, rows, children }: { title: string; rows: T[]; children: (row: T) => ReactNode }) {
  if (rows.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="text-lg">
        {title} <span className="figures text-base text-muted">{rows.length}</span>
      </h2>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 break-words">{rows.map(children)}</ul>
    </section>
  )
}
