// The categories without their code on the first visit: links and panels work without it, and it comes before a hand that
// comes near has pressed.
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, memo, Suspense } from 'react'
import { whenTouched } from '#browser/when-wanted.ts'
import { CategoryBar as ReadyCategoryBar } from './category-bar.tsx'

const CategoryBar = createIsomorphicFn()
  .server((): ComponentType => ReadyCategoryBar)
  .client(
    (): ComponentType =>
      whenTouched('[data-categories]', async () => ({ default: (await import('./category-bar.tsx')).CategoryBar })),
  )()

/** Not rendered anew with the frame around it: what is not alive yet would have to be thrown away for that. */
export const CategoryBarLater = memo(function CategoryBarLater() {
  return (
    <Suspense>
      <CategoryBar />
    </Suspense>
  )
})
