import { ProductGridSkeleton } from '#rooms/products/ui/product-grid-skeleton.tsx'
import { SkeletonBlock, SkeletonLine } from '#ui/skeleton.tsx'

/** A category or a search on its way: the frame of the list, at once. */
export function ListSkeleton() {
  return (
    <main className="shell min-h-svh pt-4 pb-16">
      <div aria-hidden="true">
        <SkeletonLine width="short" />
        <div className="mt-3 text-2xl sm:text-3xl">
          <SkeletonLine width="half" />
        </div>
      </div>
      <div className="mt-6 grid gap-x-8 lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[16rem_minmax(0,1fr)]">
        <div aria-hidden="true" className="hidden lg:block">
          <SkeletonBlock className="h-[36rem]" />
        </div>
        <div className="min-w-0">
          <div aria-hidden="true" className="mb-7 flex justify-between">
            <SkeletonBlock className="h-10 w-32" />
            <SkeletonBlock className="h-10 w-44" />
          </div>
          <ProductGridSkeleton count={10} narrow action />
        </div>
      </div>
    </main>
  )
}
