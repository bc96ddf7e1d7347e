import { useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { type Filters, listHref, parseFilters } from '../../filters.ts'

/**
 * What the visitor has chosen last, which is ahead of what is shown while the answer is under way: a box is ticked at
 * once. `change` puts a choice into the address; the page stays where it is scrolled to.
 */
export function useFilters(path: string, shown: Filters) {
  const router = useRouter()
  const location = useLocation()
  const loading = useRouterState({ select: (state) => state.status === 'pending' })
  // The HTML shows what was loaded; the visitor may have gone a step back before it comes alive.
  const alive = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const here = location.pathname === path && alive
  return {
    filters: here ? parseFilters(location.search) : shown,
    updating: here && loading,
    change: (next: Filters) => {
      void router.navigate({ href: listHref(path, next), resetScroll: false })
    },
  }
}
