// Where messages are shown, without its code on the first visit: it comes when somebody does anything at all, for only then
// is there something to tell him.
import { lazy, Suspense, useEffect, useState } from 'react'
import { firstSign, onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'

const ToastRegion = lazy(async () => {
  const { ToastRegion } = await onceOnline(() => import('#ui/toast-region.tsx'))
  return { default: ToastRegion }
})

export function ToastsLater() {
  const t = useWords()
  const [wanted, setWanted] = useState(false)
  useEffect(() => void firstSign().then(() => setWanted(true)), [])
  return (
    wanted && (
      <Suspense>
        <ToastRegion label={t('shell.messages')} closeLabel={t('shell.close')} />
      </Suspense>
    )
  )
}
