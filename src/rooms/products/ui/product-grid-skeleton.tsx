import { useWords } from '#platform/i18n/messages.ts'
import { SkeletonGroup } from '#ui/skeleton.tsx'
import { tileGridClass } from '#ui/tile-look.ts'
import { TileSkeleton } from '#ui/tile-skeleton.tsx'

type ProductGridSkeletonProps = {
  count: number
  narrow?: boolean /** Whether the cards have a button. */
  action?: boolean
}

/** Of exactly the grid's size. */
export function ProductGridSkeleton({ count, narrow, action }: ProductGridSkeletonProps) {
  const t = useWords()
  return (
    <SkeletonGroup label={t('card.loading')} className={tileGridClass(narrow)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
        <TileSkeleton key={index} action={action} />
      ))}
    </SkeletonGroup>
  )
}
