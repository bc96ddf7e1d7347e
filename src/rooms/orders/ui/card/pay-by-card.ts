// Sends a card, once, and says what is to be done then.
import { CallRefused, type Calls, call } from '#browser/calls.ts'
import type { CallInput } from '#platform/http/contract.ts'
import type { MessageKey } from '#platform/i18n/messages.ts'
import type { MemberKey } from '#rooms/members/ui/words.ts'

export type Said = MemberKey | MessageKey

type Outcome =
  | { fields: Record<string, string> }
  | { said: Said }
  /** The bank wants the card's holder. */
  | { goTo: string }
  /** The order's own page says what became of it. */
  | { toOrder: true }

export async function payByCard(body: CallInput<Calls['POST /api/pay/eecpay']>['body']): Promise<Outcome> {
  try {
    const { status, redirectURL } = await call('POST /api/pay/eecpay', { body })
    if (status === '0') return { said: 'card.unsupported' }
    return status === '-1' && redirectURL ? { goTo: redirectURL } : { toOrder: true }
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    if (error.errors.length > 0) return { fields: error.byField() }
    // Nobody here knows whether it arrived: the shop does, and its answer is on the order's page.
    if (error.status === 0) return { said: 'card.lost' }
    if (['pay.notUnpaid', 'pay.underWay', 'pay.held', 'pay.expired'].includes(error.message)) return { toOrder: true }
    if (error.message === 'pay.tooManyCards') return { said: 'card.tooMany' }
    return { said: error.message === 'pay.methodAway' ? 'pay.methodAway' : 'card.problem' }
  }
}
