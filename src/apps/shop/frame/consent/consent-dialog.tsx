import { type ReactNode, useEffect, useState } from 'react'
import { answerConsent, readConsent, show } from '#browser/consent.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ConsentAnswers } from './consent-answers.tsx'

/** Everything that the shop keeps in a browser, and the one choice there is about it. */
export default function ConsentDialog() {
  const t = useWords()
  const [open, setOpen] = useState(true)
  const consent = readConsent()

  // Only once it is closed, which gives the focus back to the button that opened it.
  useEffect(() => {
    if (!open) show('quiet')
  }, [open])

  function answer(allowed: boolean) {
    answerConsent(allowed)
    setOpen(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('shell.consent.title')}
      closeLabel={t('shell.close')}
      footer={<ConsentAnswers onAnswer={answer} />}
    >
      <div className="flex flex-col gap-5">
        <Topic title={t('shell.consent.memory')} text={t('shell.consent.memoryLine')}>
          <p className="mt-1.5 text-sm font-medium">
            {t(
              consent === undefined
                ? 'shell.consent.notAsked'
                : consent
                  ? 'shell.consent.nowAllowed'
                  : 'shell.consent.nowRefused',
            )}
          </p>
        </Topic>
        <Topic title={t('shell.consent.always')} text={t('shell.consent.alwaysLine')} />
        <Topic title={t('shell.consent.statistics')} text={t('shell.consent.statisticsLine')} />
      </div>
    </Dialog>
  )
}

function Topic({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section>
      <h3 className="text-base">{title}</h3>
      <p className="mt-1 text-muted">{text}</p>
      {children}
    </section>
  )
}
