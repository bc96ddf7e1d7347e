// Every SQL statement about what a member says of himself.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** Undefined: it stays as it is. */
export interface Profile {
  uname?: string
  country?: string
  phone?: string
  mobile?: string
  zip?: string
  address?: string
}

export function changeProfile(tx: Transaction, memberId: string, p: Profile): Promise<number> {
  return tx.run(sql`
    update members set uname = coalesce(${p.uname ?? null}, uname), country = coalesce(${p.country ?? null}, country),
      phone = coalesce(${p.phone ?? null}, phone), mobile = coalesce(${p.mobile ?? null}, mobile),
      zip = coalesce(${p.zip ?? null}, zip), address = coalesce(${p.address ?? null}, address)
    where id = ${memberId} and closed_at is null`)
}

/** All of it but the account itself. */
export function forgetProfile(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`
    update members set uname = '', country = '', phone = '', mobile = '', zip = '', address = ''
    where id = ${memberId}`)
}

export function markSecurityOffered(db: Queryable, memberId: string): Promise<number> {
  return db.run(sql`
    update members set security_offered_at = now()
    where id = ${memberId} and security_offered_at is null and closed_at is null`)
}
