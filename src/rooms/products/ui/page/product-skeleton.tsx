import { useWords } from '#platform/i18n/messages.ts'
import { SkeletonBlock, SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'

/** A product on its way: cover, name and offer in their places, at once. */
export function ProductSkeleton() {
  const t = useWords()
  return (
    <main className="shell min-h-svh pt-4 pb-24 lg:pb-16">
      <SkeletonGroup label={t('shell.loading')}>
        <SkeletonLine width="half" />
        <div className="product-areas">
          <div className="[grid-area:cover]">
            <SkeletonBlock className="aspect-3/4 w-full rounded-card" />
          </div>
          <div className="min-w-0 text-2xl [grid-area:head] sm:text-3xl">
            <SkeletonLine width="long" />
            <SkeletonLine width="half" />
          </div>
          <div className="min-w-0 [grid-area:detail]">
            <SkeletonBlock className="h-40 w-full rounded-card" />
          </div>
          <div className="min-w-0 [grid-area:offer]">
            <SkeletonBlock className="h-80 w-full rounded-card" />
          </div>
        </div>
      </SkeletonGroup>
    </main>
  )
}
