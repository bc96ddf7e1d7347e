// Says where the counts of stock stand that they could not be had, or are not those of now.
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useStockCounts } from './stock-counts.ts'

export function StockFailed() {
  const t = useOfficeWords()
  const { data, error, refetch } = useStockCounts()
  if (!error) return null
  const why = sayRefusal(t, error)
  return (
    <Notice
      tone="warn"
      live
      className="mt-4"
      title={t('keys.stock.title')}
      action={
        <Button size="sm" onClick={() => void refetch()}>
          {t('frame.again')}
        </Button>
      }
    >
      {data ? t('frame.notLive', { why }) : why}
    </Notice>
  )
}
