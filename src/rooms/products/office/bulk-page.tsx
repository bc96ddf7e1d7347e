// /office/catalogue/bulk: changes of many products, and one of them with how far it is and the way back.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { sayMoment, zone } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Progress } from '#ui/progress.tsx'
import { SkeletonBlock } from '#ui/skeleton.tsx'
import { sayChange } from './bulk-words.ts'
import { useShelves } from './shelves.ts'

const route = getRouteApi('/frame/catalogue/bulk/$id')
const LIVE_MS = 10_000
/** While one waits for it. */
const UNDER_WAY_MS = 1_000

function ToList({ to }: { to: '/catalogue' | '/catalogue/bulk' }) {
  const t = useOfficeWords()
  return (
    <Link to={to} className={backClass}>
      <Back>{t(to === '/catalogue' ? 'catalogue.title' : 'catalogue.bulk.title')}</Back>
    </Link>
  )
}

export function BulkListPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const { data: shelves } = useShelves()
  useTitle(t('catalogue.bulk.title'), me?.shop)
  const { data, error, refetch } = useQuery({
    queryKey: ['bulk'],
    queryFn: ({ signal }) => officeCall('GET /office/bulk', {}, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <>
      <p>
        <ToList to="/catalogue" />
      </p>
      <h1 className="mt-2 text-2xl">{t('catalogue.bulk.title')}</h1>
      {data?.edits.length === 0 && (
        <EmptyState icon={<Layers size={24} />} title={t('catalogue.bulk.none')}>
          <p>{t('catalogue.bulk.noneHint')}</p>
        </EmptyState>
      )}
      {data && (
        <ul className="mt-3 max-w-4xl">
          {data.edits.map((edit) => (
            <li key={edit.id} className="grid gap-1 border-b border-line py-2.5 text-sm">
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <Link
                  to="/catalogue/bulk/$id"
                  params={{ id: edit.id }}
                  className={`${textLinkClass} inline-flex min-h-6 items-center`}
                >
                  {edit.undoes && `${t('catalogue.bulk.undoOf')}: `}
                  {sayChange(t, edit.change, shelves)}
                </Link>
                <span className="figures">
                  {t('catalogue.bulk.changed', { count: edit.changed, total: edit.total })}
                </span>
              </p>
              <p className="break-words text-muted">
                {sayMoment(t, edit.madeAt)} · <bdi>{`${edit.by}: ${edit.reason}`}</bdi>
              </p>
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <ErrorState
          title={sayRefusal(t, error as never)}
          retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
        />
      )}
      {!data && !error && <SkeletonBlock className="mt-4 h-48" />}
    </>
  )
}

export function BulkPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const edit = useQuery({
    queryKey: ['bulk', id],
    queryFn: ({ signal }) => officeCall('GET /office/bulk/{id}', { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? LIVE_MS : UNDER_WAY_MS),
  })
  return (
    <OneThing
      of={edit}
      back={<ToList to="/catalogue/bulk" />}
      titleOf={() => t('catalogue.bulk.title')}
      none={{ title: t('catalogue.bulk.noEdit'), hint: t('catalogue.bulk.noEditHint') }}
    >
      {(found) => <Shown edit={found} />}
    </OneThing>
  )
}

type Edit = Awaited<ReturnType<typeof officeCall<'GET /office/bulk/{id}'>>>

function Shown({ edit }: { edit: Edit }) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  const isDone = edit.state === 'done'
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl break-words">
          {edit.undoes && `${t('catalogue.bulk.undoOf')}: `}
          {sayChange(t, edit.change, shelves)}
        </h1>
        <Badge tone={isDone ? 'good' : 'warn'}>{t(`catalogue.bulk.state.${edit.state}`)}</Badge>
      </div>
      <p className="mt-1 break-words text-sm text-muted">
        {sayMoment(t, edit.madeAt)} · <bdi>{`${edit.by}: ${edit.reason}`}</bdi>
      </p>
      {edit.tells && <p className="mt-1 text-sm text-muted">{t('catalogue.bulk.told')}</p>}
      <Progress
        aria-label={t(`catalogue.bulk.state.${edit.state}`)}
        max={Math.max(1, edit.total)}
        value={isDone ? Math.max(1, edit.total) : edit.changed + edit.skipped}
        className="mt-4 max-w-xl"
      />
      <p className="figures mt-2" role="status">
        {t('catalogue.bulk.changed', { count: edit.changed, total: edit.total })}
        {edit.skipped > 0 && (
          <span className="text-muted"> · {t('catalogue.bulk.skipped', { count: edit.skipped })}</span>
        )}
      </p>
      {edit.undoneBy ? (
        <p className="mt-4">
          <Link to="/catalogue/bulk/$id" params={{ id: edit.undoneBy }} className={textLinkClass}>
            {t('catalogue.bulk.undone')}
          </Link>
        </p>
      ) : (
        isDone && edit.changed > 0 && <Undo edit={edit} />
      )}
      {edit.left.length > 0 && (
        <section className="mt-6">
          <h2 className="text-lg">{t('catalogue.bulk.left')}</h2>
          <ul className="mt-2 max-w-3xl text-sm">
            {edit.left.map(({ productId, name, why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several offers of one product, which keep their places
              <li key={at} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5">
                <Link
                  to="/catalogue/$id"
                  params={{ id: String(productId) }}
                  className={`${textLinkClass} inline-flex min-h-6 min-w-0 items-center`}
                >
                  <bdi>{name || `#${productId}`}</bdi>
                </Link>
                <span className="text-muted">{t(`catalogue.bulk.why.${why}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-6 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
    </>
  )
}

function Undo({ edit: { id, change } }: { edit: Edit }) {
  const t = useOfficeWords()
  const may = useMay()
  const navigate = useNavigate()
  if (!may('catalogue.write') || (change.what === 'price' && !may('prices.write'))) return null
  return (
    <div className="mt-4">
      <Act
        label={t('catalogue.bulk.undo')}
        explain={t('catalogue.bulk.undoWhat')}
        schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
        send={async (body) => {
          const undo = await actCall('POST /office/bulk/{id}/undo', { params: { id }, body })
          await navigate({ to: '/catalogue/bulk/$id', params: { id: undo.id } })
        }}
        done={t('catalogue.bulk.begun')}
      />
    </div>
  )
}
