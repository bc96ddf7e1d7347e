// Says where the counts of stock stand that they could not be had, or are not those of now.
import { ReadFailed } from '#rooms/staff/office/listing.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { useStockCounts } from './stock-counts.ts'

export function StockFailed() {
  const t = useOfficeWords()
  return <ReadFailed of={useStockCounts()} title={t('keys.stock.title')} className="mt-4" />
}
