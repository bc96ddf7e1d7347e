// /office/catalogue/banners/7: one banner of the home page.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { LIVE_MS } from '#rooms/staff/office/listing.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { zone } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { type Banner, BannerBadge, sayPeriod } from './banner.tsx'
import { Shows } from './banner-pictures.tsx'
import { ChangeBanner } from './change-banner.tsx'
import { Section } from './section.tsx'
import { nameIn } from './shelves.ts'

const route = getRouteApi('/frame/catalogue/banners/$id')

export function BannerPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const banner = useQuery({
    queryKey: ['banner', id],
    queryFn: ({ signal }) => officeCall('GET /office/banners/{id}', { params: { id: Number(id) } }, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <OneThing
      of={banner}
      back={
        <Link to="/catalogue/banners" className={backClass}>
          <Back>{t('shelves.banners')}</Back>
        </Link>
      }
      titleOf={({ title }) => nameIn(t, title)}
      none={{ title: t('shelves.noBanner'), hint: t('shelves.noBannerHint') }}
    >
      {(data) => <Shown banner={data} />}
    </OneThing>
  )
}

function Shown({ banner }: { banner: Banner }) {
  const t = useOfficeWords()
  const may = useMay()
  const period = sayPeriod(t, banner)
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">
          <bdi>{nameIn(t, banner.title)}</bdi>
        </h1>
        <BannerBadge banner={banner} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {may('catalogue.write') && (
          <>
            <ChangeBanner banner={banner} />
            <OnOrOff banner={banner} />
            <Remove banner={banner} />
          </>
        )}
        <a href={banner.link} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'ghost' })}>
          {t('shelves.banner.follow')}
        </a>
      </div>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('shelves.banner.picture')}>
            <Shows banner={banner} />
          </Section>
          <Section title={t('shelves.banner.rtlPicture')}>
            <Shows banner={banner} rtl />
          </Section>
          <Section title={t('shelves.banner.where')}>
            <p className="mt-3 break-all">{banner.link}</p>
            <p className="figures mt-1 text-sm text-muted">{period || t('shelves.banner.always')}</p>
            {period && <p className="mt-1 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>}
          </Section>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('shelves.banner.texts')}>
            <Texts banner={banner} />
          </Section>
          <Section title={t('audit.history')}>
            <AuditHistory kind="banner" id={String(banner.id)} />
          </Section>
        </div>
      </div>
    </>
  )
}

/** What English has and another language has not is marked. */
function Texts({ banner: { title, line } }: { banner: Banner }) {
  const t = useOfficeWords()
  const isMissing = <span className="text-warn">{t('catalogue.isMissing')}</span>
  return (
    <dl className="mt-3 grid gap-3 text-sm">
      {LOCALES.map(({ code, name, tag, dir }) => (
        <div key={code} className="min-w-0">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words" lang={title[code] ? tag : undefined}>
            {title[code] ? (
              <bdi className="block" dir={dir}>
                {title[code]}
              </bdi>
            ) : (
              isMissing
            )}
            {line[code] ? (
              <bdi className="block text-muted" dir={dir}>
                {line[code]}
              </bdi>
            ) : (
              title[code] && line['en-US'] && isMissing
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function OnOrOff({ banner: { id, isOn } }: { banner: Banner }) {
  const t = useOfficeWords()
  const act = isOn ? 'hide' : 'show'
  return (
    <Act
      label={t(`shelves.acts.${act}`)}
      explain={t(`shelves.acts.${act}What`)}
      asksReason={false}
      seen={isOn}
      schema={async () => (await import('./forms.ts')).NothingForm}
      send={(_, seen) =>
        actCall('POST /office/banners/{id}', {
          params: { id },
          body: { changes: [{ field: 'isOn', from: seen, to: !seen }] },
        })
      }
      done={t('catalogue.saved')}
    />
  )
}

function Remove({ banner: { id, title, seen } }: { banner: Banner }) {
  const t = useOfficeWords()
  const navigate = useNavigate()
  return (
    <Act
      label={t('shelves.acts.remove')}
      explain={t('shelves.acts.removeBannerWhat', { name: nameIn(t, title) })}
      variant="danger"
      seen={seen}
      schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
      send={async ({ reason }, seenThen) => {
        await actCall('POST /office/banners/{id}/remove', { params: { id }, body: { seen: seenThen, reason } })
        await navigate({ to: '/catalogue/banners' })
      }}
      done={t('shelves.acts.removeDone')}
    />
  )
}
