import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { saveVisit } from './visit-log.ts'

const addressOf = ({ pathname, searchStr }: { pathname: string; searchStr: string }) => pathname + searchStr

/** The first page, every page after it, and a page that comes back whole from the browser's memory. */
export function useVisitLog(): void {
  const router = useRouter()
  useEffect(() => {
    saveVisit(location.pathname, document.referrer)
    const returned = (event: PageTransitionEvent) => event.persisted && saveVisit(location.pathname, '')
    addEventListener('pageshow', returned)
    const leave = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      // A jump within the page is no navigation; other filters, another page of a list are.
      if (fromLocation && addressOf(fromLocation) !== addressOf(toLocation))
        saveVisit(toLocation.pathname, fromLocation.pathname)
    })
    return () => {
      removeEventListener('pageshow', returned)
      leave()
    }
  }, [router])
}
