// /office/catalogue/pictures: all uploaded pictures, and where each is used.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { type Library, type LibraryPicture, PictureUses, sayPixels, Thumbnail } from '#rooms/staff/office/library.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { sayMoment, saySize, zone } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ToCatalogue } from './to-catalogue.tsx'

const route = getRouteApi('/frame/catalogue/pictures')

const ONLY = ['used', 'unused'] as const

/** What the address says; what is neither narrows nothing. */
function useAsked() {
  const { only, after } = route.useSearch()
  return { only: ONLY.find((each) => each === only), after }
}

export function PicturesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const { only, after } = useAsked()
  useTitle(t('library.title'), me?.shop)
  const list = useQuery({
    queryKey: ['library', only, after],
    queryFn: ({ signal }) => officeCall('GET /office/pictures', { query: { only, after } }, { signal }),
    placeholderData: keepPreviousData,
    // While it is looked at; a page further back stays what it was.
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <ToCatalogue />
      <h1 className="mt-2 text-2xl">{t('library.title')}</h1>
      <p className="mt-2 max-w-2xl text-muted">{t('library.intro')}</p>
      <div className="mt-3">
        <Choices
          label={t('library.use')}
          choices={[undefined, ...ONLY].map((each) => ({
            key: each ?? 'all',
            label: t(each ? `library.only.${each}` : 'frame.all'),
            isChosen: only === each,
            link: { to: '/catalogue/pictures', search: { only: each } },
          }))}
        />
      </div>
      <Listing list={list}>{(data) => <Found {...data} />}</Listing>
    </>
  )
}

function Found({ rows, next }: Library) {
  const t = useOfficeWords()
  const { only, after } = useAsked()
  return (
    <>
      {rows.length === 0 ? (
        <Nothing isLast={!next && !after} />
      ) : (
        <>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
            {rows.map((row) => (
              <Tile key={row.id} of={row} />
            ))}
          </ul>
          <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
        </>
      )}
      <Pager
        first={Boolean(after) && { to: '/catalogue/pictures', search: { only } }}
        next={Boolean(next) && { to: '/catalogue/pictures', search: { only, after: next } }}
      />
    </>
  )
}

/** `isLast`: no page has any. */
function Nothing({ isLast }: { isLast: boolean }) {
  const t = useOfficeWords()
  const { only } = useAsked()
  const [title, hint] = !isLast
    ? (['library.further', 'library.furtherHint'] as const)
    : only === 'unused'
      ? (['library.noneUnused', 'library.noneUnusedHint'] as const)
      : ([only ? 'library.noneUsed' : 'library.none', 'library.noneHint'] as const)
  return (
    <EmptyState icon={<Images size={24} />} title={t(title)}>
      <p>{t(hint)}</p>
    </EmptyState>
  )
}

function Tile({ of: picture }: { of: LibraryPicture }) {
  const t = useOfficeWords()
  const may = useMay()
  const { id, bytes, uploadedAt, uploadedBy, uses } = picture
  // The question stays when something begins to use it meanwhile, and says so.
  const [wasUnused] = useState(uses.length === 0)
  const at = sayMoment(t, uploadedAt)
  return (
    <li data-picture={id} className="flex min-w-0 overflow-hidden rounded-control border border-line sm:flex-col">
      <div className="w-2/5 shrink-0 sm:w-full">
        <Thumbnail of={picture} alt={t('library.alt')} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-3">
        <p className="figures text-sm">
          {sayPixels(t, picture)}
          <span className="text-muted"> · {saySize(t, bytes)}</span>
        </p>
        <p className="figures text-xs break-words text-muted">
          {uploadedBy ? t('library.by', { at, who: uploadedBy }) : at}
        </p>
        <PictureUses of={picture} />
        {wasUnused && may('catalogue.write') && <Remove id={id} />}
      </div>
    </li>
  )
}

function Remove({ id }: { id: string }) {
  const t = useOfficeWords()
  return (
    <div className="mt-auto pt-1">
      <Act
        label={t('library.remove')}
        explain={t('library.removeWhat')}
        size="sm"
        schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
        send={({ reason }) => actCall('POST /office/pictures/{id}/remove', { params: { id }, body: { reason } })}
        done={t('library.removed')}
      />
    </div>
  )
}
