import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** As the browsers say that code did not come: the router asks for the same no second time. */
const NO_CODE = /dynamically imported module|importing a module/i

/** Where it was tried again last. */
let triedAt: string | undefined

/**
 * In the place of what threw while it was drawn. What it was drawn of is asked anew, too, also what the frame is drawn of; where that
 * does not help the page is loaded anew.
 */
export function Broken({ error, reset }: ErrorComponentProps) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  async function again() {
    const { href } = location
    if (NO_CODE.test(String(error)) || triedAt === href) return location.reload()
    triedAt = href
    queries.removeQueries({ type: 'inactive' })
    await queries.invalidateQueries()
    reset()
  }
  return (
    <ErrorState
      title={t('error.unexpected')}
      retry={<Button onClick={() => void again()}>{t('frame.again')}</Button>}
      headingLevel={1}
    />
  )
}
