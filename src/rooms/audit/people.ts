// What the log says of a person is sealed under a key of his: the log is only added to, and without the key that part of it says
// nothing any more (decision F11).
import { Keyring } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { HeldAddress } from '#platform/mailbox.ts'
import * as store from './people-store.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'audit-person': unknown
  }
}

/** A member by his id, whoever is none by his address. */
export interface Person {
  memberId: string | null
  email: string
}

/** What a row says of him. */
export interface Personal {
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  reason?: string | undefined
}

export interface SealedPersonal {
  personId: number
  sealed: Buffer
}

/** `bind` names the row that it stands in: in another it does not open. */
export async function sealPersonal(
  tx: Transaction,
  { memberId, email }: Person,
  values: Personal,
  bind: string,
): Promise<SealedPersonal> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const found = (await store.findKey(tx, memberId, email)) ?? (await store.makeKey(tx, memberId, email))
    if (!found) continue
    const sealed = new Keyring([found.key]).seal('audit-person', JSON.stringify(values), bind)
    return { personId: found.id, sealed }
  }
  throw new Error('a key for a person in the audit log could be neither found nor made')
}

export const openPersonal = (sealed: Buffer, key: Buffer, bind: string): Personal =>
  JSON.parse(new Keyring([key]).open('audit-person', sealed, bind)) as Personal

/** Last of an erasure, after everything whose lock makes others wait: what they would write of him, they write of nobody. */
export async function forgetPerson(tx: Transaction, memberId: string, address: HeldAddress | null): Promise<void> {
  await store.destroyKeys(tx, memberId, address)
}
