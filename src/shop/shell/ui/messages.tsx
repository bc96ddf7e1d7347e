// Where short messages appear. None comes before somebody has done something, and then the place for it is there already:
// a live region that came with its message would not be read out.
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import type { ToastRegion } from '#ui/toast-region.tsx'
import { firstSign, onceOnline } from './when-wanted.ts'

type Region = ComponentType<ComponentProps<typeof ToastRegion>>

const Region = createIsomorphicFn()
  .server((): Region => () => null)
  .client(
    (): Region =>
      lazy(async () => {
        await firstSign()
        return onceOnline(async () => ({ default: (await import('#ui/toast-region.tsx')).ToastRegion }))
      }),
  )()

export function Messages() {
  const t = useWords()
  return (
    <Suspense>
      <Region label={t('shell.messages')} closeLabel={t('shell.close')} />
    </Suspense>
  )
}
