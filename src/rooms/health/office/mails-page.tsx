// /health/mails: which mails there are and what became of them. Its address is its only state.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { LIVE_MS, Listing, ListSearch } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { zone } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LONGEST_MAIL_SEARCH } from '../limits.ts'
import { HealthTabs } from './health-tabs.tsx'
import { noteMails } from './last-list.ts'
import { MailsTable } from './mails-table.tsx'
import { TestMail } from './test-mail.tsx'

const route = getRouteApi('/frame/health/mails')
const STATES = [undefined, 'waiting', 'failed', 'sent', 'kept', 'lapsed'] as const

export function MailsPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  useTitle(t('health.mails.title'), me?.shop)
  const navigate = route.useNavigate()
  const { state: typed, q, after } = route.useSearch()
  const state = STATES.find((each) => each === typed)
  const query = { state, q: q || undefined, after }
  noteMails(query)
  const list = useQuery({
    queryKey: ['health', 'mails', query],
    queryFn: ({ signal }) => officeCall('GET /office/health/mails', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  // Mails are found by an address by nobody else.
  const seesBuyers = may('orders.read')
  const notUnderstood = seesBuyers ? 'health.mails.notUnderstood' : 'health.mails.notUnderstoodHere'
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('health.mails.title')}</h1>
        {may('health.write') && <TestMail />}
      </div>
      <HealthTabs />
      <ListSearch
        q={q ?? ''}
        label={t('health.mails.search')}
        placeholder={t(seesBuyers ? 'health.mails.searchHint' : 'health.mails.searchHintHere')}
        button={t('orders.find')}
        maxLength={LONGEST_MAIL_SEARCH}
        // Whoever looks for something looks among all: a filter that hides it would be taken for an answer.
        onSearch={(wanted) => void navigate({ search: wanted ? { q: wanted } : { state } })}
      />
      <Choices
        label={t('health.mails.byState')}
        choices={STATES.map((each) => ({
          key: each ?? 'all',
          label: t(`health.mails.states.${each ?? 'all'}`),
          isChosen: each === state,
          link: { to: '/health/mails', search: { state: each, q } },
        }))}
      />
      <Listing list={list}>
        {({ rows, next, understood }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState icon={<Mail size={24} />} title={t('health.mails.none')}>
                <p>{t(understood ? 'health.mails.noneHint' : notUnderstood)}</p>
              </EmptyState>
            ) : (
              <MailsTable rows={rows} />
            )}
            <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
            <Pager
              first={after !== undefined && { to: '/health/mails', search: { state, q } }}
              next={next !== null && { to: '/health/mails', search: { state, q, after: next } }}
            />
          </>
        )}
      </Listing>
    </>
  )
}
