// /health/notices: what payment providers told the shop by themselves, and what became of it. Its address is its only state.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { zone } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { HealthTabs } from './health-tabs.tsx'
import { NoticesTable } from './notices-table.tsx'

const route = getRouteApi('/frame/health/notices')
const STATES = [undefined, 'open', 'done'] as const

export function NoticesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('health.notices.title'), me?.shop)
  const { state: typed, provider, after } = route.useSearch()
  const state = STATES.find((each) => each === typed)
  const query = { state, provider: provider || undefined, after }
  const list = useQuery({
    queryKey: ['health', 'notices', query],
    queryFn: ({ signal }) => officeCall('GET /office/health/notices', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <h1 className="text-2xl">{t('health.notices.title')}</h1>
      <HealthTabs />
      <p className="mt-3 max-w-prose text-sm text-muted">{t('health.notices.what')}</p>
      <Choices
        label={t('health.notices.byState')}
        choices={STATES.map((each) => ({
          key: each ?? 'all',
          label: t(`health.notices.filter.${each ?? 'all'}`),
          isChosen: each === state,
          link: { to: '/health/notices', search: { state: each, provider } },
        }))}
      />
      {list.data && list.data.providers.length > 0 && (
        <Choices
          label={t('health.notices.byProvider')}
          choices={[undefined, ...list.data.providers].map((each) => ({
            key: each ?? '',
            label: each === undefined ? t('health.notices.everyProvider') : sayProvider(t, each),
            isChosen: each === query.provider,
            link: { to: '/health/notices', search: { state, provider: each } },
          }))}
        />
      )}
      <Listing list={list}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState icon={<Webhook size={24} />} title={t('health.notices.none')}>
                <p>{t('health.notices.noneHint')}</p>
              </EmptyState>
            ) : (
              <NoticesTable rows={rows} />
            )}
            <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
            <Pager
              first={after !== undefined && { to: '/health/notices', search: { state, provider } }}
              next={next !== null && { to: '/health/notices', search: { state, provider, after: next } }}
            />
          </>
        )}
      </Listing>
    </>
  )
}
