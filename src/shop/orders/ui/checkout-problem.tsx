import { useWords } from '#platform/i18n/messages.ts'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from './use-order-submit.ts'
import { waitWords } from './wait-words.ts'

/** Why the order was not made, and what to do; nothing of what was typed is lost. */
export function CheckoutProblem({ id, problem, currency }: { id: string; problem: Problem; currency: string }) {
  const t = useWords()

  function words(): string {
    if (problem.kind === 'outOfStock') return t('pay.outOfStock')
    if (problem.kind === 'offline') return t('checkout.problem.offline')
    if (problem.kind === 'tooMany') return waitWords(t, problem.seconds)
    return t.knows(problem.messageKey) ? t(problem.messageKey, { currency }) : t('pay.createFailed')
  }

  return (
    <div id={id} tabIndex={-1} className="mt-5">
      <Notice tone={problem.kind === 'tooMany' ? 'warn' : 'bad'} live>
        {words()}
      </Notice>
    </div>
  )
}
