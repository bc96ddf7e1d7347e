// The passkeys of people who work here, and their challenges.
import { fragment } from '#platform/database/sql.ts'
import { createPasskeyStore } from '#rooms/webauthn/hands.ts'

export const staffPasskeys = createPasskeyStore({
  passkeys: fragment`staff_passkeys`,
  handles: fragment`staff_passkey_handles`,
  challenges: fragment`staff_passkey_challenges`,
  owner: fragment`staff_id`,
})
