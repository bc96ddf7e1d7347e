import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** In the place of what threw while it was drawn. What it was drawn of is asked anew, too. */
export function Broken({ reset }: ErrorComponentProps) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  function again() {
    queries.removeQueries({ type: 'inactive' })
    reset()
  }
  return (
    <ErrorState
      title={t('error.unexpected')}
      retry={<Button onClick={again}>{t('frame.again')}</Button>}
      headingLevel={1}
    />
  )
}
