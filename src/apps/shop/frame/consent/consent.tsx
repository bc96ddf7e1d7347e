// Where the question about remembering appears, and the dialog behind "Privacy choices". Both are fetched when wanted.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { consentView } from '#browser/consent.ts'
import { onceOnline } from '#browser/when-wanted.ts'

const ConsentQuestion = lazy(() => onceOnline(() => import('./consent-question.tsx')))
const ConsentDialog = lazy(() => onceOnline(() => import('./consent-dialog.tsx')))

export function Consent() {
  const view = useSyncExternalStore(consentView.subscribe, consentView.current, consentView.onServer)
  if (view === 'quiet') return null
  return <Suspense>{view === 'asking' ? <ConsentQuestion /> : <ConsentDialog />}</Suspense>
}
