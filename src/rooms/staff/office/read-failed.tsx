// Says where a small part of a page stands that what it shows could not be had, or is not that of now.
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { sayRefusal, useOfficeWords } from './words.ts'

interface ReadFailedProps {
  of: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** What is called what it shows. */
  title: string
  className?: string
}

export function ReadFailed({ of: { data, error, refetch }, title, className }: ReadFailedProps) {
  const t = useOfficeWords()
  if (!error) return null
  const why = sayRefusal(t, error)
  return (
    <Notice
      tone="warn"
      live
      className={className}
      title={title}
      action={
        <Button size="sm" onClick={() => void refetch()}>
          {t('frame.again')}
        </Button>
      }
    >
      {data ? t('frame.notLive', { why }) : why}
    </Notice>
  )
}
