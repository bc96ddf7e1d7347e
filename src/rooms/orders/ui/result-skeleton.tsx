import { useWords } from '#platform/i18n/messages.ts'
import { Card } from '#ui/card.tsx'
import { SkeletonBlock, SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'

export function ResultSkeleton() {
  const t = useWords()
  return (
    <>
      <h1 className="sr-only">{t('pay.result.pageTitle')}</h1>
      <SkeletonGroup label={t('pay.result.loading')} className="flex flex-col gap-5">
        <div className="flex flex-col items-center gap-3 py-4">
          <SkeletonBlock className="size-14" />
          <span className="w-64 max-w-full text-2xl">
            <SkeletonLine />
          </span>
          <span className="w-80 max-w-full">
            <SkeletonLine />
          </span>
        </div>
        <Card padding="lg">
          <SkeletonLine width="half" />
          <SkeletonLine />
          <SkeletonLine width="long" />
        </Card>
        <Card padding="lg">
          <SkeletonLine width="short" />
          <SkeletonBlock className="mt-3 h-19" />
        </Card>
      </SkeletonGroup>
    </>
  )
}
