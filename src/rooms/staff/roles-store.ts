// The SQL statements about roles and what they may do.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { MOST_ROLES } from './limits.ts'

export interface RoleRow {
  name: string
  permissions: string[]
  people: number
  /** Another after any change of what it may do. */
  seen: string
}

const COLUMNS = fragment`r.name,
  array(select permission from staff_grants g where g.role = r.name order by permission) as permissions,
  (select count(*)::int from staff s where s.role = r.name) as people,
  md5(coalesce((select string_agg(permission, ' ' order by permission) from staff_grants g where g.role = r.name), '')) as seen`

export function listRoles(db: Queryable): Promise<RoleRow[]> {
  return db.query<RoleRow & Record<string, unknown>>(sql`
    select ${COLUMNS} from staff_roles r order by r.name limit ${MOST_ROLES}`)
}

/** Asked while people are held. */
export function oneRole(tx: Transaction, name: string): Promise<RoleRow | undefined> {
  return tx.maybe<RoleRow>(sql`select ${COLUMNS} from staff_roles r where r.name = ${name}`)
}

export function addRole(tx: Transaction, name: string): Promise<number> {
  return tx.run(sql`insert into staff_roles (name) values (${name})`)
}

/** `known`: what can be granted at all; what a room of before asked for stays as it is. */
export async function setGrants(
  tx: Transaction,
  { role, granted, known }: { role: string; granted: string[]; known: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    delete from staff_grants where role = ${role} and permission = any(${known}::text[]) and permission <> all(${granted}::text[])`)
  await tx.run(sql`
    insert into staff_grants (role, permission) select ${role}, p from unnest(${granted}::text[]) as p on conflict do nothing`)
}

export function removeRole(tx: Transaction, name: string): Promise<number> {
  return tx.run(sql`delete from staff_roles where name = ${name}`)
}
