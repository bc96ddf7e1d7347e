import { useWords } from '#platform/i18n/messages.ts'
import { waitWords } from '#rooms/orders/ui/wait-words.ts'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from './problem.ts'

const tone = ({ kind }: Problem) => (kind === 'solving' ? 'plain' : kind === 'tooMany' ? 'warn' : 'bad')

/** Why the order was not made, and what to do; nothing of what was typed is lost. */
export function CheckoutProblem({ id, problem, currency }: { id: string; problem: Problem; currency: string }) {
  const t = useWords()

  function words(): string {
    if (problem.kind === 'outOfStock') return t('pay.outOfStock')
    if (problem.kind === 'offline') return t('checkout.problem.offline')
    if (problem.kind === 'tooMany') return waitWords(t, problem.seconds)
    if (problem.kind === 'solving') return t('checkout.captcha.solving')
    return t.knows(problem.messageKey) ? t(problem.messageKey, { currency }) : t('pay.createFailed')
  }

  return (
    <div id={id} tabIndex={-1} className="mt-5">
      <Notice tone={tone(problem)} action={problem.action} live>
        {words()}
      </Notice>
    </div>
  )
}
