// The keys of a batch, by state: whose they are, never what they are, but for the one that somebody looks at.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { KEY_STATES, LOOKS_PER_HOUR } from '#rooms/vault/limits.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import type { Batch } from './batches.ts'

const route = getRouteApi('/frame/keys/$id')
/** For so long a key stays to be seen. */
const SHOWN_MS = 60_000

type Key = Awaited<ReturnType<typeof officeCall<'GET /office/key-batches/{id}/keys'>>>['rows'][number]

export function BatchKeys({ batch: { id, counts } }: { batch: Batch }) {
  const t = useOfficeWords()
  const { state: asked, after } = route.useSearch()
  const present = KEY_STATES.filter((each) => counts[each])
  const state = KEY_STATES.find((each) => each === asked) ?? present[0]
  const list = useQuery({
    // With how many there are: what an act has turned is listed anew.
    queryKey: ['keyBatch', id, 'keys', state, after, counts],
    queryFn: ({ signal }) =>
      officeCall('GET /office/key-batches/{id}/keys', { params: { id }, query: { state: state!, after } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: state !== undefined,
  })
  if (state === undefined) return <p className="mt-3 text-muted">{t('keys.noKeys')}</p>
  return (
    <>
      <nav aria-label={t('keys.keyState')} className="mt-2">
        <ul className="flex flex-wrap gap-1">
          {present.map((each) => (
            <li key={each}>
              <Link
                to="/keys/$id"
                params={{ id }}
                search={{ state: each }}
                aria-current={each === state ? 'page' : undefined}
                className="inline-flex min-h-8 items-center rounded-control px-2.5 text-sm text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
              >
                {t(`keys.keyStates.${each}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Listing list={list}>
        {({ rows, next }) => (
          <>
            <ul className="mt-2">
              {rows.map((key) => (
                <KeyLine key={key.id} item={key} />
              ))}
            </ul>
            {rows.length === 0 && <p className="mt-3 text-muted">{t('keys.noKeys')}</p>}
            {next !== null && (
              <p className="mt-3">
                <Link
                  to="/keys/$id"
                  params={{ id }}
                  search={{ state, after: next }}
                  className={buttonClass({ size: 'sm' })}
                >
                  {t('keys.next')}
                </Link>
              </p>
            )}
          </>
        )}
      </Listing>
    </>
  )
}

function KeyLine({ item }: { item: Key }) {
  const t = useOfficeWords()
  const may = useMay()
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const last = item.refundedAt ?? item.deliveredAt ?? item.soldAt
  const what = item.refundedAt ? 'refundedAt' : item.deliveredAt ? 'deliveredAt' : 'soldAt'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 text-sm">
      <span className="min-w-0">
        <span className="figures">{t('keys.number', { number: String(item.id) })}</span>
        {item.orderId && (
          <>
            {' · '}
            <Link
              to="/orders/$id"
              params={{ id: item.orderId }}
              className={`${textLinkClass} inline-flex min-h-6 items-center font-mono`}
            >
              {item.orderNo}
            </Link>
          </>
        )}
        {last && <span className="block text-muted">{t(`keys.${what}`, { at: sayMoment(t, last) })}</span>}
      </span>
      {may('vault.reveal') && shown === undefined && (
        <Act
          size="sm"
          variant="ghost"
          label={t('keys.acts.reveal')}
          explain={t('keys.acts.revealWhat', { most: LOOKS_PER_HOUR })}
          schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
          send={async (body) =>
            setShown((await actCall('POST /office/keys/{id}/reveal', { params: { id: item.id }, body })).key)
          }
          done={t('keys.acts.revealDone')}
        />
      )}
      {shown !== undefined && (
        <span className="flex min-w-0 basis-full flex-wrap items-center gap-3">
          <code className="min-w-0 break-all">
            <bdi>{shown}</bdi>
          </code>
          <Button size="sm" variant="ghost" onClick={() => setShown(undefined)}>
            {t('keys.hide')}
          </Button>
        </span>
      )}
    </li>
  )
}
