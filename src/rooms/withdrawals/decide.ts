// Somebody of the shop decides about a withdrawal: who declared it is told by mail, and the operator's alert is over. Money goes
// back by the refund of its order, before or afterwards.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { resolveAlert } from '#rooms/alerts/hands.ts'
import { promiseMail } from '#rooms/mail/hands.ts'
import { keepDecision, lockWithdrawal } from './office-store.ts'

interface WithdrawalDecision {
  id: string
  decision: 'accepted' | 'refused'
  /** Goes into the mail: of a refusal the reason. */
  text: string
  /** Who decides, for the shop's own records. */
  by: string
}

/** `decided`: it was decided already, and nobody is told again. */
export async function decideWithdrawal(
  tx: Transaction,
  { mailDomain }: { mailDomain: () => string },
  { id, decision, text, by }: WithdrawalDecision,
): Promise<'done' | 'decided' | 'none'> {
  const declared = await lockWithdrawal(tx, id)
  if (!declared) return 'none'
  if (declared.handledAt) return 'decided'
  await keepDecision(tx, { id, decision, by, text })
  await resolveAlert(tx, { kind: 'withdrawal.received', subject: id })
  const mailId = randomUUID()
  await promiseMail(tx, {
    id: mailId,
    messageId: `<${mailId}@${mailDomain()}>`,
    recipient: declared.email,
    locale: declared.locale,
    template: decision === 'accepted' ? 'withdrawalAccepted' : 'withdrawalRefused',
    data: { withdrawalId: id },
  })
  return 'done'
}
