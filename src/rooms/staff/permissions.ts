// What employees may do: verbs on nouns, declared by the room whose calls ask for them.
import type { Database } from '#platform/database/database.ts'
import { grantNew } from './store.ts'

/** The roles of a new shop; `owner` may do everything. */
export type FirstRole = 'manager' | 'support' | 'catalogue' | 'bookkeeper' | 'reader'

declare module '#platform/room.ts' {
  interface Declarations {
    /** By permission (`orders.read`): the roles that have it until somebody changes them. */
    permissions: Record<string, readonly FirstRole[]>
  }
}

/** What is declared for the first time goes to the roles that it is meant for. */
export async function grantDeclared(db: Database, declared: Record<string, readonly FirstRole[]>): Promise<void> {
  const all = Object.keys(declared).sort()
  const meant = all.flatMap((permission) => declared[permission]!.map((role) => ({ permission, role })))
  await db.transaction((tx) => grantNew(tx, meant, all))
}
