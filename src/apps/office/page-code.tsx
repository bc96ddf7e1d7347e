// The code of a page comes when the page is wanted; without a connection that is said, and it comes with the connection.
import { lazyRouteComponent } from '@tanstack/react-router'
import { onceOnline } from '#browser/when-wanted.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'

/** Code that is asked for without a connection fails, and then the router loads all anew, which leaves the browser's own page. */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => onceOnline(load), name)

/** In the place of what is on its way. */
export function Coming({ headingLevel = 1 }: { headingLevel?: 1 | 3 }) {
  const t = useOfficeWords()
  if (!navigator.onLine) return <ErrorState title={t('error.offline')} headingLevel={headingLevel} />
  return (
    <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-4">
      <SkeletonBlock className="h-40" />
    </SkeletonGroup>
  )
}
