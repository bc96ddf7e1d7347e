import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { saveVisit } from '../visit-log.ts'

/** The first page, every page after it, and a page that comes back whole from the browser's memory. */
export function useVisitLog(): void {
  const router = useRouter()
  useEffect(() => {
    saveVisit(location.pathname, document.referrer)
    const returned = (event: PageTransitionEvent) => event.persisted && saveVisit(location.pathname, '')
    addEventListener('pageshow', returned)
    const leave = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      if (fromLocation && pathChanged) saveVisit(toLocation.pathname, fromLocation.pathname)
    })
    return () => {
      removeEventListener('pageshow', returned)
      leave()
    }
  }, [router])
}
