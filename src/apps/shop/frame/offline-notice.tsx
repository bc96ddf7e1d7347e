import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useWords } from '#platform/i18n/messages.ts'

/** Lies over the page or a dialog (layers.css), so that nothing moves when the connection comes and goes. */
export function OfflineNotice() {
  const t = useWords()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="offline-notice">
      {!online && (
        <p className="flex items-center gap-2.5 rounded-card border border-warn/25 bg-warn-soft px-4 py-2.5 text-warn shadow-float">
          <WifiOff size={18} aria-hidden="true" />
          {t('shell.offline')}
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
