// Ratings without their code on the first visit of a product: they lie behind a tab.
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, memo, Suspense } from 'react'
import { whenWanted } from '#browser/when-wanted.ts'
import { type RatingsProps, Ratings as ReadyRatings } from './ratings.tsx'

const Ratings = createIsomorphicFn()
  .server((): ComponentType<RatingsProps> => ReadyRatings)
  .client(
    (): ComponentType<RatingsProps> =>
      whenWanted('[data-ratings]', async () => ({ default: (await import('./ratings.tsx')).Ratings })),
  )()

/** Not rendered anew with the page around it: what is not alive yet would have to be thrown away for that. */
export const RatingsLater = memo(function RatingsLater(props: RatingsProps) {
  return (
    <Suspense>
      <Ratings {...props} />
    </Suspense>
  )
})
