// How many versions run low on keys, or have some and are off sale.
import { useQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'
import { LIVE_MS } from '#rooms/staff/office/listing.tsx'
import { useMay } from '#rooms/staff/office/session.ts'

export function useStockCounts() {
  const may = useMay()
  return useQuery({
    queryKey: ['stock', 'count'],
    queryFn: ({ signal }) => officeCall('GET /office/stock/count', {}, { signal }),
    enabled: may('vault.read'),
    refetchInterval: LIVE_MS,
  })
}
