// What people did to one thing, on the page of that thing: `<AuditHistory kind="order" id={id} />`. For whoever may see the
// thing, as its room says (`histories` in its room.ts).
import { useInfiniteQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { sayAct } from './audit-said.ts'
import { AuditUnsaid } from './audit-unsaid.tsx'
import { sayMoment } from './said.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

export function AuditHistory({ kind, id }: { kind: string; id: string }) {
  const t = useOfficeWords()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['history', kind, id],
    queryFn: ({ pageParam, signal }) =>
      officeCall('GET /office/audit/of/{kind}/{id}', { params: { kind, id }, query: { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
  if (!data)
    return error ? (
      <p className="mt-3 flex flex-wrap items-center gap-3 text-muted">
        {sayRefusal(t, error)}
        <Button size="sm" onClick={() => void refetch()}>
          {t('frame.again')}
        </Button>
      </p>
    ) : (
      <SkeletonGroup label={t('frame.loading')} className="mt-3 grid gap-2">
        <SkeletonBlock className="h-10" />
        <SkeletonBlock className="h-10" />
      </SkeletonGroup>
    )
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <p className="mt-3 text-muted">{t('audit.none')}</p>
  return (
    <>
      <ol className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 text-sm break-words">
        {rows.map((row) => (
          <li key={row.id} className="min-w-0 border-s-2 border-line ps-3">
            <p className="font-medium break-words">{sayAct(t, row.act)}</p>
            <AuditChanges of={row} />
            <AuditUnsaid of={row} />
            <p className="break-words text-muted">
              <bdi>{row.reason ? `${row.actor}: ${row.reason}` : row.actor}</bdi>
            </p>
            <p className="figures text-xs text-muted">
              <time dateTime={row.at}>{sayMoment(t, row.at)}</time>
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button
          size="sm"
          className="mt-4"
          loading={isFetchingNextPage}
          loadingLabel={t('frame.loading')}
          onClick={() => void fetchNextPage()}
        >
          {t('orders.older')}
        </Button>
      )}
    </>
  )
}
