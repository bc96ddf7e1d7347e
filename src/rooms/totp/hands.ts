// What others may do about second factors: an operator, for a member who has lost them; and the codes themselves, for whoever
// else signs in by them.
import type { Transaction } from '#platform/database/database.ts'
import { forgetMember, lockSecret } from './store.ts'

export { newRecoveryCodes, newSecret, plainRecoveryCode, secretUri, stepOfCode } from './codes.ts'
export { countRecoveryCodes, secretOf } from './store.ts'

/** The app's codes are asked for no more, and the recovery codes go with them. False: it was not on. */
export async function turnOff(tx: Transaction, memberId: string): Promise<boolean> {
  if (!(await lockSecret(tx, memberId))) return false
  await forgetMember(tx, memberId)
  return true
}
