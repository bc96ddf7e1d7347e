import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { keptOnceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { countChosen } from '../../filters.ts'
import type { FilterSheetProps } from './filter-sheet.tsx'

const fetchSheet = keptOnceOnline(() => import('./filter-sheet.tsx'))
const FilterSheet = lazy(fetchSheet)

/** Where there is no room for filters at the side. The sheet is fetched when somebody reaches for it. */
export function FilterButton(props: Omit<FilterSheetProps, 'open' | 'onOpenChange'>) {
  const t = useWords()
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const chosen = countChosen(props.filters)
  return (
    <>
      <Button
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerDown={fetchSheet}
        onFocus={fetchSheet}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        {chosen > 0 ? t('list.filtersChosen', { count: chosen }) : t('list.filters')}
      </Button>
      {wanted && (
        <Suspense>
          <FilterSheet {...props} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
