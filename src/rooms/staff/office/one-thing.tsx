// The page of one thing: the way back to its list, then the thing, or why it is not there.
import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { useMe } from './session.ts'
import { useTitle } from './title.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

interface OneThingProps<T> {
  of: UseQueryResult<T>
  /** A link with what `Back` holds. */
  back: ReactNode
  titleOf: (thing: T) => string | undefined
  /** What is said where there is no such thing. */
  none: { title: string; hint: ReactNode }
  children: (thing: T) => ReactNode
}

export const backClass = `${textLinkClass} inline-flex min-h-6 items-center gap-1.5 text-sm`

export const Back = ({ children }: { children: string }) => (
  <>
    <ArrowLeft size={16} aria-hidden="true" /> {children}
  </>
)

export function OneThing<T>({ of: { data, error, refetch }, back, titleOf, none, children }: OneThingProps<T>) {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const isNone = error instanceof CallRefused && (error.status === 404 || error.status === 400)
  useTitle(data !== undefined ? titleOf(data) : isNone ? none.title : undefined, me?.shop)
  const again = (size?: 'sm') => (
    <Button size={size} onClick={() => void refetch()}>
      {t('frame.again')}
    </Button>
  )
  return (
    <>
      <p>{back}</p>
      {data !== undefined && error && (
        <Notice tone="warn" live className="mt-4" action={again('sm')}>
          {t('frame.notLive', { why: sayRefusal(t, error as Error) })}
        </Notice>
      )}
      {data !== undefined ? (
        children(data)
      ) : isNone ? (
        <ErrorState title={none.title} headingLevel={1}>
          {none.hint}
        </ErrorState>
      ) : error ? (
        <ErrorState title={sayRefusal(t, error as Error)} retry={again()} headingLevel={1} />
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-4">
          <SkeletonBlock className="h-10" />
          <SkeletonBlock className="h-48" />
        </SkeletonGroup>
      )}
    </>
  )
}
