// Serves roles: what each may do, and who changes it.
import type { Database, Transaction } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import type { Holding } from './holding.ts'
import type { InHisName } from './in-his-name.ts'
import { MOST_ROLES } from './limits.ts'
import { staffRolesOffice } from './office-roles-contract.ts'
import { peopleOf } from './people-store.ts'
import { cannot } from './refusal.ts'
import * as store from './roles-store.ts'
import { type Actor, OWNER } from './sessions.ts'

interface Roles {
  db: Database
  holding: Holding
  waiting: InHisName
  /** Every permission that the rooms declare. */
  allPermissions(): readonly string[]
}

export function rolesCalls({ db, holding, waiting, allPermissions }: Roles) {
  return serves(staffRolesOffice, {
    'GET /office/roles': async () => {
      const all = allPermissions()
      const roles = (await store.listRoles(db)).map((role) => ({
        ...role,
        permissions: role.name === OWNER ? [...all] : role.permissions.filter((each) => all.includes(each)),
      }))
      // Whoever may everything comes first, then as they are called.
      roles.sort((a, b) => Number(b.name === OWNER) - Number(a.name === OWNER))
      return { permissions: [...all], roles }
    },

    'POST /office/roles': ({ body: { name, reason } }, caller) =>
      holding.change(caller, async (tx) => {
        const known = await store.listRoles(tx)
        if (known.length >= MOST_ROLES || known.some((role) => plain(role.name) === plain(name)))
          throw cannot('roleKnown')
        await store.addRole(tx, name)
        const subject = { kind: 'role', id: name } as const
        await audit(tx, { by: whoAsks(caller), act: 'role.add', subject, after: { permissions: [] }, reason })
        return null
      }),

    'POST /office/roles/{name}/permissions': ({ params: { name }, body: { permissions, reason, seen } }, caller) =>
      holding.change(caller, async (tx, actor) => {
        const all = allPermissions()
        const role = await roleToChange(tx, actor, name, seen)
        const before = role.permissions.filter((each) => all.includes(each))
        const after = [...new Set(permissions)].sort()
        const unknown = after.find((each) => !all.includes(each))
        if (unknown !== undefined) throw cannot('noPermission', { permission: unknown })
        refuseBeyond(actor, [
          ...before.filter((each) => !after.includes(each)),
          ...after.filter((each) => !before.includes(each)),
        ])
        await store.setGrants(tx, { role: name, granted: after, known: all })
        const by = whoAsks(caller)
        const ended = await waiting.cancel(tx, await peopleOf(tx, name), after, { by, reason })
        await audit(tx, {
          ...{ by, act: 'role.permissions', subject: { kind: 'role', id: name }, reason },
          ...{ before: { permissions: before }, after: { permissions: after, ...ended } },
        })
        return null
      }),

    'POST /office/roles/{name}/remove': ({ params: { name }, body: { reason, seen } }, caller) =>
      holding.change(caller, async (tx, actor) => {
        const role = await roleToChange(tx, actor, name, seen)
        if (role.people > 0) throw cannot('roleHeld', { count: role.people })
        refuseBeyond(actor, role.permissions)
        await store.removeRole(tx, name)
        const subject = { kind: 'role', id: name } as const
        const before = { permissions: role.permissions }
        await audit(tx, { by: whoAsks(caller), act: 'role.remove', subject, before, reason })
        return null
      }),
  } satisfies Handlers<typeof staffRolesOffice>)
}

/** Two that read alike are one. */
const plain = (name: string) => name.normalize('NFKC').toLowerCase()

async function roleToChange(tx: Transaction, actor: Actor, name: string, seen: string): Promise<store.RoleRow> {
  const role = await store.oneRole(tx, name)
  if (!role) throw notFound()
  if (name === OWNER) throw cannot('ownerFixed')
  if (name === actor.role) throw cannot('ownRole')
  if (role.seen !== seen) throw cannot('changed')
  return role
}

/** Nobody gives or takes what he does not have himself. */
function refuseBeyond(actor: Actor, permissions: readonly string[]): void {
  if (permissions.some((permission) => !actor.may.has(permission))) throw cannot('aboveYou')
}
