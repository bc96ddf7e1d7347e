// Where the member is signed in, and how he ends it.
import { useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useTurn } from '#rooms/members/ui/in-turn.tsx'
import { ListNotThere } from '#rooms/members/ui/member-page.tsx'
import { sayMoment, sayPlace } from '#rooms/members/ui/moment.ts'
import { Pages } from '#rooms/members/ui/short-pages.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'

const SIZE = 10

export function SessionList() {
  const t = useMemberWords()
  const [page, setPage] = useState(1)
  const [ending, setEnding] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, problem, reload } = useLoaded(`sessions ${page}`, () =>
    call('GET /api/profile/sessions', { query: { pageNum: page, pageSize: SIZE } }),
  )
  useTurn(data !== undefined || problem !== undefined)
  if (!data)
    return (
      <ListNotThere problem={problem} retry={reload}>
        <Pages page={page} size={SIZE} total={undefined} onPage={setPage} />
      </ListNotThere>
    )

  async function end(id: string | undefined) {
    if (ending) return
    setEnding(id ?? 'all')
    try {
      if (id) await call('DELETE /api/profile/sessions/{id}', { params: { id } })
      else await call('DELETE /api/profile/sessions', {})
      setPage(1)
      ended()
    } catch (error) {
      // Gone already, which is what was wanted.
      if (error instanceof CallRefused && error.status === 404) ended()
      else toast({ message: t('error.unexpected'), tone: 'bad' })
    } finally {
      setEnding(undefined)
      reload()
    }
  }

  /** The button that was pressed goes with what it ended. */
  function ended() {
    toast({ message: t('security.ended') })
    heading.current?.focus()
  }

  return (
    <Card as="section" padding="lg">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t('security.sessions')}
        </h2>
        {data.total > 1 && (
          <Button onClick={() => void end(undefined)} loading={ending === 'all'}>
            {t('security.endOthers')}
          </Button>
        )}
      </div>
      <ul className="mt-3 divide-y divide-line">
        {data.rows.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <bdi>{sayPlace([session.device, session.system]) || t('security.unknown')}</bdi>
                {session.isCurrent && <Badge>{t('security.current')}</Badge>}
              </p>
              <p className="text-sm text-muted">
                <bdi dir="ltr">{sayPlace([session.address, session.country])}</bdi> ·{' '}
                {t('security.used', { when: sayMoment(session.usedAt, t.tag) })}
              </p>
            </div>
            {!session.isCurrent && (
              <Button onClick={() => void end(session.id)} loading={ending === session.id}>
                {t('security.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Pages page={page} size={SIZE} total={data.total} onPage={setPage} />
    </Card>
  )
}
