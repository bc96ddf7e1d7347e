import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'

/**
 * As wide and as loud as each other: refusing is as easy as agreeing. Where large letters need the width, one stands below
 * the other.
 */
export function ConsentAnswers({ onAnswer }: { onAnswer: (allowed: boolean) => void }) {
  const t = useWords()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-2">
      <Button onClick={() => onAnswer(false)}>{t('shell.consent.refuse')}</Button>
      <Button onClick={() => onAnswer(true)}>{t('shell.consent.allow')}</Button>
    </div>
  )
}
