import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Withdrawal } from '../forms.ts'
import { DeclaredFacts } from './declared-facts.tsx'

type WithdrawConfirmProps = {
  heading: ReactNode
  declared: Withdrawal
  sending: boolean
  /** Already in words. */
  problem: string | undefined
  onBack: () => void
  onConfirm: () => void
}

/** Step 2. The button carries the words of the law and nothing else. */
export function WithdrawConfirm({ heading, declared, sending, problem, onBack, onConfirm }: WithdrawConfirmProps) {
  const t = useWords()
  return (
    <div>
      {heading}
      <p className="mt-3">{t('withdrawal.review.text')}</p>
      <DeclaredFacts declared={declared} />
      {problem && (
        <Notice tone="bad" live className="mt-5">
          {problem}
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant="primary"
          size="lg"
          loading={sending}
          loadingLabel={t('withdrawal.review.sending')}
          onClick={onConfirm}
        >
          {t('withdrawal.review.confirm')}
        </Button>
        <Button size="lg" onClick={onBack}>
          {t('withdrawal.review.back')}
        </Button>
      </div>
    </div>
  )
}
