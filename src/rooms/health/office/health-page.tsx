// /health: how the shop is at this moment.
import { useQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { zone } from '#rooms/staff/office/said.ts'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Figures } from './figures.tsx'
import { HealthTabs } from './health-tabs.tsx'
import { Readiness } from './readiness.tsx'
import { Report } from './report.tsx'
import { Tasks } from './tasks.tsx'

export function HealthPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('health.title'), me?.shop)
  const seen = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => officeCall('GET /office/health', {}, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <>
      <h1 className="text-2xl">{t('health.title')}</h1>
      <HealthTabs />
      <Listing list={seen}>
        {(health) => (
          <>
            <Readiness health={health} />
            <Figures health={health} />
            <Tasks health={health} />
            <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
            <Report />
          </>
        )}
      </Listing>
    </>
  )
}
