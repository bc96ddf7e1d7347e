import { useWords } from '#platform/i18n/messages.ts'
import { textLinkClass } from '#ui/button-class.ts'

/** Says that payments are simulated (decision E2). Amber, because nothing here is settled. */
export function TestNotice() {
  const t = useWords()
  return (
    <p className="flex items-center gap-x-2 max-sm:block max-sm:text-center text-sm text-warn max-lg:-mx-4 max-lg:basis-[calc(100%+2rem)] max-lg:justify-center max-lg:bg-warn-soft max-lg:px-4 max-lg:py-1 md:max-lg:-mx-6 md:max-lg:basis-[calc(100%+3rem)]">
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warn max-sm:hidden" />
      {t('shell.testMode')}{' '}
      <a href="/sandbox/mail" className={textLinkClass}>
        {t('shell.outbox')}
      </a>
    </p>
  )
}
