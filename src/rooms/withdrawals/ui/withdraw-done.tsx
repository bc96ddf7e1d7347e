import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Notice } from '#ui/notice.tsx'
import type { WithdrawalReceipt } from '../contract.ts'
import type { Withdrawal } from '../forms.ts'
import { DeclaredFacts } from './declared-facts.tsx'

type WithdrawDoneProps = { heading: ReactNode; declared: Withdrawal; receipt: WithdrawalReceipt }

/** The acknowledgement at once, with date and time. Whether the mail repeats what was declared would tell that an order fits. */
export function WithdrawDone({ heading, declared, receipt }: WithdrawDoneProps) {
  const t = useWords()
  const when = new Date(receipt.receivedAt).toLocaleString(t.tag, {
    dateStyle: 'long',
    timeStyle: 'long',
    numberingSystem: 'latn',
  })
  return (
    <div>
      {heading}
      <Notice tone="good" live className="mt-4">
        {t('withdrawal.done.text', { email: `\u2068${declared.email}\u2069` })}
      </Notice>
      <DeclaredFacts
        declared={declared}
        more={[
          [t('withdrawal.done.reference'), receipt.reference],
          [t('withdrawal.done.receivedAt'), when],
        ]}
      />
    </div>
  )
}
