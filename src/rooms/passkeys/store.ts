// Members' passkeys and their challenges.
import type { Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { createPasskeyStore } from '#rooms/webauthn/hands.ts'

export const passkeys = createPasskeyStore({
  passkeys: fragment`passkeys`,
  handles: fragment`passkey_handles`,
  challenges: fragment`passkey_challenges`,
  owner: fragment`member_id`,
})

/** His account closes. Challenges go with his sessions. */
export async function forgetMember(tx: Transaction, memberId: string): Promise<void> {
  await passkeys.removeAll(tx, memberId)
  await tx.run(sql`delete from passkey_handles where member_id = ${memberId}`)
}
