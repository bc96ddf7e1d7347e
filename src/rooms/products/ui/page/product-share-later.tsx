// What a product is shared by, without its code on the first visit of the product: it lies behind a tab.
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, memo, Suspense } from 'react'
import { whenWanted } from '#browser/when-wanted.ts'
import { type ProductShareProps, ProductShare as ReadyShare } from './product-share.tsx'

const Share = createIsomorphicFn()
  .server((): ComponentType<ProductShareProps> => ReadyShare)
  .client(
    (): ComponentType<ProductShareProps> =>
      whenWanted('[data-share]', async () => ({ default: (await import('./product-share.tsx')).ProductShare })),
  )()

/** Not rendered anew with the page around it: what is not alive yet would have to be thrown away for that. */
export const ProductShareLater = memo(function ProductShareLater(props: ProductShareProps) {
  return (
    <Suspense>
      <Share {...props} />
    </Suspense>
  )
})
