import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import type { ProductConditions } from '../../contract.ts'
import type { Filters } from '../../filters.ts'
import { FilterForm } from './filter-form.tsx'

export type FilterSheetProps = {
  path: string
  filters: Filters
  conditions: ProductConditions
  onChange: (next: Filters) => void
  total: number
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The filters on phones. Each choice takes effect behind it; the button says how much is left to see. */
export default function FilterSheet({ open, onOpenChange, total, ...form }: FilterSheetProps) {
  const t = useWords()
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={t('list.filters')}
      closeLabel={t('list.close')}
      footer={
        <Button variant="primary" block onClick={() => onOpenChange(false)}>
          {t('list.showResults', { count: total })}
        </Button>
      }
    >
      <FilterForm id="filter-sheet" {...form} />
    </Drawer>
  )
}
