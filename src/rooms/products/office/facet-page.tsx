// /office/catalogue/facets/7: one of what products can be filtered by, and which products have it.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { ChangeAct, type Held } from '#rooms/staff/office/change-act.tsx'
import { LanguageFields } from '#rooms/staff/office/language-fields.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { PositionField } from '#rooms/staff/office/position-field.tsx'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge } from '#ui/badge.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { LONGEST_FACET_NAME } from '../limits.ts'
import { type Facet, facetsSeen } from './facet.ts'
import { CountriesField } from './facets-page.tsx'
import { Section } from './section.tsx'
import { nameIn } from './shelves.ts'

const route = getRouteApi('/frame/catalogue/facets/$id')

export function FacetPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const facet = useQuery({
    queryKey: ['facet', id],
    queryFn: ({ signal }) => officeCall('GET /office/facets/{id}', { params: { id: Number(id) } }, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <OneThing
      of={facet}
      back={
        <Link
          to="/catalogue/facets"
          search={facet.data ? { ...facetsSeen.last(), kind: facet.data.kind } : facetsSeen.last()}
          className={backClass}
        >
          <Back>{t('shelves.facets')}</Back>
        </Link>
      }
      titleOf={({ name }) => nameIn(t, name)}
      none={{ title: t('shelves.noFacet'), hint: t('shelves.noFacetHint') }}
    >
      {(data) => <Shown facet={data} />}
    </OneThing>
  )
}

function Shown({ facet }: { facet: Facet }) {
  const t = useOfficeWords()
  const may = useMay()
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">
          <bdi>{nameIn(t, facet.name)}</bdi>
        </h1>
        <Badge>{t(`shelves.kinds.${facet.kind}`)}</Badge>
        <span className="text-sm break-all text-muted">{facet.code}</span>
      </div>
      {may('catalogue.write') && (
        <div className="mt-3 flex flex-wrap gap-2">
          <ChangeFacet facet={facet} />
          {facet.used.count === 0 && <RemoveFacet facet={facet} />}
        </div>
      )}
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('shelves.names')}>
            <Names name={facet.name} />
          </Section>
          {facet.kind === 'region' && (
            <Section title={t('shelves.countriesLabel')}>
              <p className="mt-3 break-words">{facet.countries?.join(' ') ?? t('shelves.everywhere')}</p>
            </Section>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('shelves.used')}>
            <Uses facet={facet} />
          </Section>
          <Section title={t('audit.history')}>
            <AuditHistory kind="facet" id={String(facet.id)} />
          </Section>
        </div>
      </div>
    </>
  )
}

/** What is missing is marked. */
function Names({ name }: { name: Record<string, string> }) {
  const t = useOfficeWords()
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {LOCALES.map(({ code, name: language, tag }) => (
        <div key={code} className="contents">
          <dt className="text-muted">{language}</dt>
          <dd className="break-words" lang={name[code] ? tag : undefined}>
            {name[code] ? <bdi>{name[code]}</bdi> : <span className="text-warn">{t('catalogue.isMissing')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Uses({ facet }: { facet: Facet }) {
  const t = useOfficeWords()
  const { after } = route.useSearch()
  const list = useQuery({
    queryKey: ['facet', facet.id, 'products', after],
    queryFn: ({ signal }) =>
      officeCall('GET /office/facets/{id}/products', { params: { id: facet.id }, query: { after } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { count, isMore } = facet.used
  if (count === 0) return <p className="mt-3 text-muted">{t('shelves.unused')}</p>
  const to = { to: '/catalogue/facets/$id', params: { id: String(facet.id) } } as const
  return (
    <>
      <p className="mt-3 text-muted">{t(isMore ? 'catalogue.more' : 'catalogue.count', { count })}</p>
      <Listing list={list}>
        {({ rows, next }) => (
          <>
            <ul className="mt-2 grid gap-1">
              {rows.map(({ id, name, isDraft }) => (
                <li key={id} className="min-w-0">
                  <Link
                    to="/catalogue/$id"
                    params={{ id: String(id) }}
                    className={`${textLinkClass} inline-flex min-h-6 items-center break-words`}
                  >
                    <bdi>{name}</bdi>
                  </Link>{' '}
                  {isDraft && <Badge>{t('catalogue.is.draft')}</Badge>}
                </li>
              ))}
            </ul>
            <Pager
              first={after !== undefined && { ...to }}
              next={next !== null && { ...to, search: { after: next } }}
            />
          </>
        )}
      </Listing>
    </>
  )
}

function heldIn({ name, position, countries, kind }: Facet): Held {
  return {
    ...Object.fromEntries(LOCALES.map(({ code }) => [`name.${code}`, name[code] ?? ''])),
    position,
    ...(kind === 'region' && { countries: (countries ?? []).join(' ') }),
  }
}

function ChangeFacet({ facet }: { facet: Facet }) {
  const t = useOfficeWords()
  return (
    <ChangeAct
      label={t('catalogue.acts.change')}
      explain={<bdi>{nameIn(t, facet.name)}</bdi>}
      now={heldIn(facet)}
      schema={async () => (await import('./forms.ts')).ChangeFacetForm}
      fields={(wire) => (
        <>
          <LanguageFields
            wire={wire}
            kind="name"
            labels={{ english: t('catalogue.field.nameEnglish'), others: t('catalogue.otherNames') }}
            maxLength={LONGEST_FACET_NAME}
          />
          {facet.kind === 'region' && <CountriesField {...wire('countries', { hint: t('shelves.countriesHint') })} />}
          <PositionField wire={wire} />
        </>
      )}
      save={(changes) => actCall('POST /office/facets/{id}', { params: { id: facet.id }, body: { changes } })}
      done={t('catalogue.saved')}
    />
  )
}

function RemoveFacet({ facet }: { facet: Facet }) {
  const t = useOfficeWords()
  const navigate = useNavigate()
  return (
    <Act
      label={t('shelves.acts.remove')}
      explain={t('shelves.acts.removeWhat', { name: nameIn(t, facet.name) })}
      variant="danger"
      seen={facet.seen}
      schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
      send={async ({ reason }, seen) => {
        await actCall('POST /office/facets/{id}/remove', { params: { id: facet.id }, body: { seen, reason } })
        await navigate({ to: '/catalogue/facets', search: { kind: facet.kind } })
      }}
      done={t('shelves.acts.removeDone')}
    />
  )
}
