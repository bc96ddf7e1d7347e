// Back from another site, the browser may show the page from its memory, as it was left: with a button that is still under way.
import { useEffect } from 'react'

/** Called when the page is shown again as it was left. */
export function useReturned(act: () => void): void {
  useEffect(() => {
    const returned = (event: PageTransitionEvent) => event.persisted && act()
    addEventListener('pageshow', returned)
    return () => removeEventListener('pageshow', returned)
  })
}
