// Every SQL statement about addresses. All of them name the member: somebody else's address is none.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface AddressFields {
  firstName: string
  lastName: string
  address: string
  addressOther: string
  city: string
  province: string
  country: string
  zip: string
  phone: string
  phoneCode: string
}

export interface AddressRow extends AddressFields {
  id: string
  isDefault: boolean
}

/** The default one first, then the newest. */
export function addressesOf(
  db: Queryable,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<AddressRow[]> {
  return db.query<AddressRow>(sql`
    select id, first_name as "firstName", last_name as "lastName", address, address_other as "addressOther", city, province,
      country, zip, phone, phone_code as "phoneCode", is_default as "isDefault"
    from addresses where member_id = ${memberId}
    order by is_default desc, created_at desc, id limit ${limit} offset ${offset}`)
}

export async function countAddresses(db: Queryable, memberId: string): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from addresses where member_id = ${memberId}`)
  return n
}

export function addressById(db: Queryable, memberId: string, id: string): Promise<AddressRow | undefined> {
  return db.maybe<AddressRow>(sql`
    select id, first_name as "firstName", last_name as "lastName", address, address_other as "addressOther", city, province,
      country, zip, phone, phone_code as "phoneCode", is_default as "isDefault"
    from addresses where id = ${id} and member_id = ${memberId}`)
}

/** Until the transaction's end, changes of this member's addresses come one after the other: one of them is the default. */
export async function queueUp(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`addresses ${memberId}`}, 0))`)
}

/** 0: there is an address of this id already. */
export function addAddress(tx: Transaction, memberId: string, a: AddressRow): Promise<number> {
  return tx.run(sql`
    insert into addresses (id, member_id, first_name, last_name, address, address_other, city, province, country, zip, phone,
      phone_code, is_default)
    values (${a.id}, ${memberId}, ${a.firstName}, ${a.lastName}, ${a.address}, ${a.addressOther}, ${a.city}, ${a.province},
      ${a.country}, ${a.zip}, ${a.phone}, ${a.phoneCode}, ${a.isDefault})
    on conflict (id) do nothing`)
}

export function changeAddress(tx: Transaction, memberId: string, a: AddressRow): Promise<number> {
  return tx.run(sql`
    update addresses set first_name = ${a.firstName}, last_name = ${a.lastName}, address = ${a.address},
      address_other = ${a.addressOther}, city = ${a.city}, province = ${a.province}, country = ${a.country}, zip = ${a.zip},
      phone = ${a.phone}, phone_code = ${a.phoneCode}, is_default = ${a.isDefault}, updated_at = now()
    where id = ${a.id} and member_id = ${memberId}`)
}

/** None is the default any more: another becomes it in the same transaction. */
export function clearDefault(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`update addresses set is_default = false where member_id = ${memberId} and is_default`)
}

/** After `clearDefault`. */
export function makeDefault(tx: Transaction, memberId: string, id: string): Promise<number> {
  return tx.run(sql`
    update addresses set is_default = true, updated_at = now() where id = ${id} and member_id = ${memberId}`)
}

export function deleteAddress(tx: Transaction, memberId: string, id: string): Promise<number> {
  return tx.run(sql`delete from addresses where id = ${id} and member_id = ${memberId}`)
}

export function deleteAddresses(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`delete from addresses where member_id = ${memberId}`)
}
