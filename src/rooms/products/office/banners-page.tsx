// /office/catalogue/banners: what the home page begins with.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { GalleryHorizontalEnd, Plus } from 'lucide-react'
import { POSTER_GENRES } from '#art/genre.ts'
import { officeCall } from '#browser/office-calls.ts'
import { LONGEST_BANNER } from '#rooms/content/rules.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { zone } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { type Banner, BannerBadge, BannerPicture, missingIn, sayPeriod } from './banner.tsx'
import { nameIn } from './shelves.ts'
import { ToCatalogue } from './to-catalogue.tsx'

export function BannersPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  useTitle(t('shelves.banners'), me?.shop)
  const list = useQuery({
    queryKey: ['banners'],
    queryFn: ({ signal }) => officeCall('GET /office/banners', {}, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <>
      <ToCatalogue />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('shelves.banners')}</h1>
        {may('catalogue.write') && <NewBanner />}
      </div>
      <p className="mt-2 max-w-2xl text-muted">{t('shelves.bannersIntro')}</p>
      <Listing list={list}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={<GalleryHorizontalEnd size={24} />} title={t('shelves.noBanners')}>
              <p>{t('shelves.noBannersHint')}</p>
            </EmptyState>
          ) : (
            <>
              <ul className="mt-4 max-w-4xl">
                {rows.map((banner) => (
                  <Row key={banner.id} banner={banner} />
                ))}
              </ul>
              <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
            </>
          )
        }
      </Listing>
    </>
  )
}

function Row({ banner }: { banner: Banner }) {
  const t = useOfficeWords()
  const missing = missingIn(banner)
  const period = sayPeriod(t, banner)
  return (
    <li className="flex flex-wrap items-center gap-4 border-b border-line py-3">
      <span className="w-40 shrink-0">
        <BannerPicture img={banner.img} />
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to="/catalogue/banners/$id"
            params={{ id: String(banner.id) }}
            data-banner={banner.id}
            className={`${textLinkClass} inline-flex min-h-6 min-w-0 items-center break-words`}
          >
            <bdi className="min-w-0">{nameIn(t, banner.title)}</bdi>
          </Link>
          <BannerBadge banner={banner} />
        </span>
        <span className="block text-sm break-all text-muted">{banner.link}</span>
        {period && <span className="figures block text-sm text-muted">{period}</span>}
        {missing > 0 && (
          <span className="block text-sm text-warn">{t('shelves.banner.missing', { count: missing })}</span>
        )}
      </span>
    </li>
  )
}

function NewBanner() {
  const t = useOfficeWords()
  const navigate = useNavigate()
  return (
    <Act
      label={t('shelves.acts.banner')}
      explain={t('shelves.acts.bannerWhat')}
      icon={<Plus size={18} />}
      variant="primary"
      asksReason={false}
      schema={async () => (await import('./forms.ts')).BannerForm}
      fields={(field) => (
        <>
          <TextField
            {...field('title')}
            label={t('shelves.banner.title')}
            lang="en"
            maxLength={LONGEST_BANNER.title}
            autoComplete="off"
            required
          />
          <TextField
            {...field('line')}
            label={t('shelves.banner.line')}
            lang="en"
            maxLength={LONGEST_BANNER.line}
            autoComplete="off"
          />
          <LinkField {...field('link')} hint={t('shelves.banner.linkHint')} />
          <MotifField {...field('genre')} genre="action" />
        </>
      )}
      send={async (body) => {
        const { id } = await actCall('POST /office/banners', { body })
        await navigate({ to: '/catalogue/banners/$id', params: { id: String(id) } })
      }}
      done={t('shelves.acts.newDone')}
    />
  )
}

type Wiring = FormField & { defaultValue?: string | number; hint?: string | undefined }

export function LinkField(wiring: Wiring) {
  const t = useOfficeWords()
  return (
    <TextField
      {...wiring}
      label={t('shelves.banner.link')}
      maxLength={LONGEST_BANNER.link}
      autoComplete="off"
      spellCheck={false}
      required
    />
  )
}

export function sayMotif(t: TranslateOffice, genre: string): string {
  const key = `shelves.motifs.${genre}`
  return t.knows(key) ? t(key) : genre
}

/** `genre`: what it is, which may be none of those that have a motif of their own. */
export function MotifField({ genre, ...wiring }: Wiring & { genre: string }) {
  const t = useOfficeWords()
  return (
    <SelectField {...wiring} label={t('shelves.banner.motif')} defaultValue={genre}>
      {[...new Set([...POSTER_GENRES, genre])].map((each) => (
        <option key={each} value={each}>
          {sayMotif(t, each)}
        </option>
      ))}
    </SelectField>
  )
}
