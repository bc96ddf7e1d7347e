import { useWords } from '#platform/i18n/messages.ts'
import { Notice } from '#ui/notice.tsx'

/** In place of keys that nobody has seen, while their money is on its way back. */
export function KeysGoBack({ email }: { email: string }) {
  const t = useWords()
  return (
    <Notice tone="warn" live className="mt-4" title={t('pay.state.goingBack.title')}>
      {t('pay.state.goingBack.text', { email: `\u2068${email}\u2069` })}
    </Notice>
  )
}
