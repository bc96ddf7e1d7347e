import { useWords } from '#platform/i18n/messages.ts'
import { SkeletonBlock, SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'

/** Any page on its way, where it has no skeleton of its own. */
export function PageSkeleton() {
  const t = useWords()
  return (
    <main className="shell min-h-svh pt-4 pb-16">
      <SkeletonGroup label={t('shell.loading')}>
        <SkeletonLine width="short" />
        <div className="mt-3 mb-6 text-2xl sm:text-3xl">
          <SkeletonLine width="half" />
        </div>
        <SkeletonBlock className="h-96 w-full rounded-card" />
      </SkeletonGroup>
    </main>
  )
}
