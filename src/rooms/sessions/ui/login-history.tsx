// When and from where the member signed in: time, address, system, browser, and by what (specification §3).
import { useState } from 'react'
import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useTurn } from '#rooms/members/ui/in-turn.tsx'
import { ListNotThere } from '#rooms/members/ui/member-page.tsx'
import { sayMoment, sayPlace } from '#rooms/members/ui/moment.ts'
import { Pages } from '#rooms/members/ui/short-pages.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Card } from '#ui/card.tsx'

const SIZE = 10

export function LoginHistory() {
  const t = useMemberWords()
  const [page, setPage] = useState(1)
  const { data, problem, reload } = useLoaded(`history ${page}`, () =>
    call('GET /api/profile/history', { query: { pageNum: page, pageSize: SIZE } }),
  )
  useTurn(data !== undefined || problem !== undefined)
  const sayMethod = (method: string) => {
    const key = `security.by.${method}`
    return t.knows(key) ? t(key) : ''
  }
  if (!data)
    return (
      <ListNotThere problem={problem} retry={reload}>
        <Pages page={page} size={SIZE} total={undefined} onPage={setPage} />
      </ListNotThere>
    )
  return (
    <Card as="section" padding="lg">
      <h2 className="text-xl">{t('security.history')}</h2>
      {data.total === 0 && <p className="mt-2 text-muted">{t('security.historyEmpty')}</p>}
      <ul className="mt-3 divide-y divide-line">
        {data.rows.map((row) => (
          <li key={`${row.time} ${row.ip}`} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
            <span className="font-medium">
              {sayMoment(row.time, t.tag)} <span className="font-normal text-muted">{sayMethod(row.method)}</span>
            </span>
            <span className="text-muted">
              <bdi>{sayPlace([row.device, row.system]) || t('security.unknown')}</bdi> ·{' '}
              <bdi>{sayPlace([row.ip, row.country])}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <Pages page={page} size={SIZE} total={data.total} onPage={setPage} />
    </Card>
  )
}
