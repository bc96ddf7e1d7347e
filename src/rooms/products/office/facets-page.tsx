// /office/catalogue/facets: what shoppers narrow lists of products by, a kind at a time.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ListFilter, Plus } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import type { Wired } from '#rooms/staff/office/change-act.tsx'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { LONGEST_FACET_CODE, LONGEST_FACET_NAME } from '../limits.ts'
import { type FacetsList, facetsSeen, KINDS, type Kind, kindIn } from './facet.ts'
import { nameIn } from './shelves.ts'
import { ToCatalogue } from './to-catalogue.tsx'

const route = getRouteApi('/frame/catalogue/facets')

export function FacetsPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  const { after, ...search } = route.useSearch()
  const kind = kindIn(search.kind)
  facetsSeen.note({ kind, after })
  useTitle(t('shelves.facets'), me?.shop)
  const list = useQuery({
    queryKey: ['facets', kind, after],
    queryFn: ({ signal }) => officeCall('GET /office/facets', { query: { kind, after } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
  return (
    <>
      <ToCatalogue />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('shelves.facets')}</h1>
        {may('catalogue.write') && <NewFacet kind={kind} />}
      </div>
      <p className="mt-2 max-w-2xl text-muted">{t('shelves.facetsIntro')}</p>
      <div className="mt-3">
        <Choices
          label={t('shelves.byKind')}
          choices={KINDS.map((each) => ({
            key: each,
            label: t(`shelves.kinds.${each}`),
            isChosen: each === kind,
            link: { to: '/catalogue/facets', search: { kind: each } },
          }))}
        />
      </div>
      <Listing list={list}>{(data) => <Found {...data} kind={kind} />}</Listing>
    </>
  )
}

function Found({ rows, next, kind }: FacetsList & { kind: Kind }) {
  const t = useOfficeWords()
  const { after } = route.useSearch()
  if (rows.length === 0)
    return (
      <EmptyState icon={<ListFilter size={24} />} title={t('shelves.noFacets')}>
        <p>{t('shelves.noFacetsHint')}</p>
      </EmptyState>
    )
  return (
    <>
      <ul className="mt-4 max-w-4xl">
        {rows.map((facet) => (
          <Row key={facet.id} facet={facet} />
        ))}
      </ul>
      <Pager
        first={Boolean(after) && { to: '/catalogue/facets', search: { kind } }}
        next={Boolean(next) && { to: '/catalogue/facets', search: { kind, after: next } }}
      />
    </>
  )
}

function Row({ facet }: { facet: FacetsList['rows'][number] }) {
  const t = useOfficeWords()
  const missing = LOCALES.filter(({ code }) => !facet.name[code]).length
  return (
    <li className="border-b border-line py-2">
      <Link
        to="/catalogue/facets/$id"
        params={{ id: String(facet.id) }}
        data-facet={facet.id}
        className={`${textLinkClass} inline-flex min-h-6 items-center break-words`}
      >
        <bdi>{nameIn(t, facet.name)}</bdi>
      </Link>
      <span className="block text-sm break-all text-muted">
        {facet.code}
        {facet.kind === 'region' &&
          ` · ${facet.countries ? t('shelves.countries', { count: facet.countries.length }) : t('shelves.everywhere')}`}
        {missing > 0 && <span className="text-warn"> · {t('catalogue.namesMissing', { count: missing })}</span>}
      </span>
    </li>
  )
}

function NewFacet({ kind }: { kind: Kind }) {
  const t = useOfficeWords()
  const navigate = useNavigate()
  return (
    <Act
      label={t(`shelves.acts.new.${kind}`)}
      explain={t('shelves.acts.newWhat')}
      icon={<Plus size={18} />}
      variant="primary"
      asksReason={false}
      schema={async () => (await import('./forms.ts')).FACET_FORMS[kind]}
      fields={(field) => <Fields kind={kind} field={field} />}
      send={async (typed) => {
        const { id } = await actCall('POST /office/facets', { body: { ...typed, kind } })
        await navigate({ to: '/catalogue/facets/$id', params: { id: String(id) } })
      }}
      done={t('shelves.acts.newDone')}
    />
  )
}

function Fields({ kind, field }: { kind: Kind; field: (name: 'name' | 'code' | 'countries') => FormField }) {
  const t = useOfficeWords()
  return (
    <>
      <TextField
        {...field('name')}
        label={t('catalogue.field.nameEnglish')}
        lang="en"
        maxLength={LONGEST_FACET_NAME}
        autoComplete="off"
        required
      />
      <TextField
        {...field('code')}
        label={t('shelves.code')}
        hint={t(kind === 'language' ? 'shelves.codeHintLanguage' : 'shelves.codeHint')}
        maxLength={LONGEST_FACET_CODE}
        autoComplete="off"
        spellCheck={false}
        required
      />
      {kind === 'region' && <CountriesField {...field('countries')} hint={t('shelves.countriesHint')} />}
    </>
  )
}

export function CountriesField(wiring: FormField & Partial<Wired>) {
  const t = useOfficeWords()
  return <TextField {...wiring} label={t('shelves.countriesLabel')} autoComplete="off" spellCheck={false} />
}
