// Every SQL statement about the keys under which the audit log says something of a person.
import { randomBytes } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { HeldAddress } from '#platform/mailbox.ts'

export interface PersonKey {
  id: number
  key: Buffer
}

type Found = PersonKey & Record<string, unknown>

/** Until the transaction ends nobody destroys it: an erasure waits, and takes what was sealed meanwhile along. */
export function findKey(tx: Transaction, memberId: string | null, address: string): Promise<PersonKey | undefined> {
  return memberId === null
    ? tx.maybe<Found>(sql`select id, key from audit_people where address = lower(${address}) for key share`)
    : tx.maybe<Found>(sql`select id, key from audit_people where member_id = ${memberId} for key share`)
}

/** Undefined: somebody else makes one, or just has. */
export function makeKey(tx: Transaction, memberId: string | null, address: string): Promise<PersonKey | undefined> {
  return tx.maybe<Found>(sql`
    insert into audit_people (member_id, address, key)
    values (${memberId}, lower(${memberId === null ? address : null}::text), ${randomBytes(32)})
    on conflict do nothing returning id, key`)
}

/** Of an address that was another's before or is since, what has been said of that one stays readable. */
export function destroyKeys(tx: Transaction, memberId: string, address: HeldAddress | null): Promise<number> {
  const { email = null, since = null, until = null } = address ?? {}
  return tx.run(sql`
    delete from audit_people p where p.member_id = ${memberId} or (p.address = lower(${email}::text)
      and not exists (select from audit_log where person_id = p.id and not at <@ tstzrange(${since}, ${until}, '(]')))`)
}
