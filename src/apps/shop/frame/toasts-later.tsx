// Where messages are shown, without its code on the first visit: it comes when somebody does anything at all, or when there is
// a message.
import { lazy, Suspense, useEffect, useState } from 'react'
import { firstSign, onceOnline } from '#browser/when-wanted.ts'
import { toastStore } from '#ui/toast.ts'

const Toasts = lazy(() => onceOnline(() => import('./toasts.tsx')))

export function ToastsLater() {
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
        <Toasts />
      </Suspense>
    )
  )
}
