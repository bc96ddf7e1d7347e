import { useWords } from '#platform/i18n/messages.ts'
import { textLinkClass } from '#ui/button-class.ts'

/** Says that payments are simulated (decision E2). Amber, because nothing here is settled. Below the bar that stays. */
export function TestNotice() {
  const t = useWords()
  return (
    <p className="bg-warn-soft px-4 py-1 text-center text-sm text-warn print:hidden">
      {t('shell.testMode')}{' '}
      <a href="/sandbox/mail" className={textLinkClass}>
        {t('shell.outbox')}
      </a>
    </p>
  )
}
