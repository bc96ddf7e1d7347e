// Where messages are shown, without its code on the first visit: it comes when somebody does anything at all, or when there is
// a message.
import { lazy, Suspense, useEffect, useState } from 'react'
import { firstSign, onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { toastStore } from '#ui/toast.ts'

const ToastRegion = lazy(async () => {
  const { ToastRegion } = await onceOnline(() => import('#ui/toast-region.tsx'))
  return { default: ToastRegion }
})

export function ToastsLater() {
  const t = useWords()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const come = () => setWanted(true)
    void firstSign().then(come)
    if (toastStore.current().length > 0) come()
    const end = toastStore.subscribe(come)
    return () => void end()
  }, [])
  return (
    wanted && (
      <Suspense>
        <ToastRegion label={t('shell.messages')} closeLabel={t('shell.close')} />
      </Suspense>
    )
  )
}
