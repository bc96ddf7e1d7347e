// The footer without its code on the first visit: 4 kB compressed.
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, memo, Suspense } from 'react'
import { whenWanted } from '#browser/when-wanted.ts'
import { Footer as ReadyFooter } from './footer.tsx'

const Footer = createIsomorphicFn()
  .server((): ComponentType => ReadyFooter)
  .client((): ComponentType => whenWanted('footer', async () => ({ default: (await import('./footer.tsx')).Footer })))()

/** Not rendered anew with the frame around it: what is not alive yet would have to be thrown away for that. */
export const FooterLater = memo(function FooterLater() {
  return (
    <Suspense>
      <Footer />
    </Suspense>
  )
})
