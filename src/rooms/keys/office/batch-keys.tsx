// The keys of a batch, by state: whose they are, never what they are, but for the one that somebody looks at.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { OrderOf } from '#rooms/staff/office/order-of.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { KEY_STATES, LOOKS_PER_HOUR } from '#rooms/vault/limits.ts'
import { Button } from '#ui/button.tsx'
import type { Batch } from './batches.ts'

const route = getRouteApi('/frame/keys/$id')
/** For so long a key stays to be seen. */
const SHOWN_MS = 60_000

type Key = Awaited<ReturnType<typeof officeCall<'GET /office/key-batches/{id}/keys'>>>['rows'][number]

export function BatchKeys({ batch: { id, counts } }: { batch: Batch }) {
  const t = useOfficeWords()
  const may = useMay()
  const { state: asked, after } = route.useSearch()
  const [shown, setShown] = useState<ShownKey>()
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
      {shown && <ClearKey key={shown.id} {...shown} onHide={() => setShown(undefined)} />}
      <div className="mt-2">
        <Choices
          label={t('keys.keyState')}
          choices={present.map((each) => ({
            key: each,
            label: t(`keys.keyStates.${each}`),
            isChosen: each === state,
            link: { to: '/keys/$id', params: { id }, search: { state: each } },
          }))}
        />
      </div>
      <Listing list={list}>
        {({ rows, next }) => (
          <>
            <ul className="mt-2">
              {rows.map((key) => (
                <KeyLine
                  key={key.id}
                  item={key}
                  canBeShown={may('vault.reveal') && state !== 'reserved'}
                  onShown={(value) => setShown({ id: key.id, value })}
                />
              ))}
            </ul>
            {rows.length === 0 && <p className="mt-3 text-muted">{t('keys.noKeys')}</p>}
            <Pager
              first={after !== undefined && { to: '/keys/$id', params: { id }, search: { state } }}
              next={next !== null && { to: '/keys/$id', params: { id }, search: { state, after: next } }}
            />
          </>
        )}
      </Listing>
    </>
  )
}

interface ShownKey {
  id: number
  value: string
}

/** Above the list: there it stays though the key itself has moved to those that are never sold. */
function ClearKey({ id, value, onHide }: ShownKey & { onHide: () => void }) {
  const t = useOfficeWords()
  const hide = useRef(onHide)
  hide.current = onHide
  useEffect(() => {
    const timer = setTimeout(() => hide.current(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 rounded-control border border-line bg-tint p-3">
      <span className="figures text-muted">{t('keys.number', { number: String(id) })}</span>
      <code className="min-w-0 break-all">
        <bdi>{value}</bdi>
      </code>
      <Button size="sm" variant="ghost" onClick={onHide}>
        {t('keys.hide')}
      </Button>
    </p>
  )
}

function KeyLine({ item, canBeShown, onShown }: { item: Key; canBeShown: boolean; onShown: (value: string) => void }) {
  const t = useOfficeWords()
  const last = item.refundedAt ?? item.deliveredAt ?? item.soldAt
  const what = item.refundedAt ? 'refundedAt' : item.deliveredAt ? 'deliveredAt' : 'soldAt'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 text-sm">
      <span className="min-w-0">
        <span className="figures">{t('keys.number', { number: String(item.id) })}</span>
        {item.orderId && (
          <>
            {' · '}
            <OrderOf of={item} />
          </>
        )}
        {last && <span className="block text-muted">{t(`keys.${what}`, { at: sayMoment(t, last) })}</span>}
      </span>
      {canBeShown && (
        <Act
          size="sm"
          variant="ghost"
          label={t('keys.acts.reveal')}
          explain={t('keys.acts.revealWhat', { most: LOOKS_PER_HOUR })}
          schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
          send={async (body) =>
            onShown((await actCall('POST /office/keys/{id}/reveal', { params: { id: item.id }, body })).key)
          }
          done={t('keys.acts.revealDone')}
        />
      )}
    </li>
  )
}
