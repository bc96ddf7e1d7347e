import { useWords } from '#platform/i18n/messages.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { OfflineNotice } from './offline-notice.tsx'

/** Where messages are shown; in a dialog, which lies over the page, also that the connection is away. */
export default function Toasts() {
  const t = useWords()
  return <ToastRegion label={t('shell.messages')} closeLabel={t('shell.close')} inDialog={<OfflineNotice />} />
}
