// /health/jobs: jobs that failed, and what may be done about each. Its address is its only state.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { ActsAbout } from '#rooms/staff/office/act.tsx'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { zone } from '#rooms/staff/office/said.ts'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { HealthTabs } from './health-tabs.tsx'
import { JobRow } from './job-row.tsx'

const route = getRouteApi('/frame/health/jobs')
const STATES = [undefined, 'dead', 'trying'] as const

export function JobsPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('health.jobs.title'), me?.shop)
  const { state: typed, task, after } = route.useSearch()
  const state = STATES.find((each) => each === typed)
  const query = { state, task: task || undefined, after }
  const list = useQuery({
    queryKey: ['health', 'jobs', query],
    queryFn: ({ signal }) => officeCall('GET /office/health/jobs', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <h1 className="text-2xl">{t('health.jobs.title')}</h1>
      <HealthTabs />
      <Choices
        label={t('health.jobs.byState')}
        choices={STATES.map((each) => ({
          key: each ?? 'all',
          label: t(`health.jobs.states.${each ?? 'all'}`),
          isChosen: each === state,
          link: { to: '/health/jobs', search: { state: each, task } },
        }))}
      />
      {query.task && (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-sm">
          <bdi className="font-mono break-all">{query.task}</bdi>
          <Link to="/health/jobs" search={{ state }} className={buttonClass({ size: 'sm' })}>
            {t('health.jobs.everyTask')}
          </Link>
        </p>
      )}
      <Listing list={list}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState icon={<CircleCheck size={24} />} title={t('health.jobs.none')}>
                <p>{t('health.jobs.noneHint')}</p>
              </EmptyState>
            ) : (
              <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
                {rows.map((job) => (
                  <ActsAbout key={job.id} value={`job ${job.id}`}>
                    <JobRow job={job} />
                  </ActsAbout>
                ))}
              </ul>
            )}
            <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
            <Pager
              first={after !== undefined && { to: '/health/jobs', search: { state, task } }}
              next={next !== null && { to: '/health/jobs', search: { state, task, after: next } }}
            />
          </>
        )}
      </Listing>
    </>
  )
}
