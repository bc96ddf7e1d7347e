// Serves the people who work here to whoever may see them.
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { PEOPLE_PER_PAGE, SESSIONS_SHOWN } from './limits.ts'
import { staffPeopleOffice } from './office-people-contract.ts'
import { type PeopleActs, peopleActs } from './people-acts.ts'
import * as store from './people-store.ts'
import { listRoles } from './roles-store.ts'
import { type ListedSession, sessionsOf } from './session-store.ts'
import { OWNER } from './sessions.ts'

export function peopleCalls(of: { db: Database } & PeopleActs) {
  const { db, waiting } = of
  const roleNames = async () => (await listRoles(db)).map(({ name }) => name)

  return serves(staffPeopleOffice, {
    'GET /office/staff': async ({ query: { role, after } }) => {
      const found = await store.listPeople(db, { role, after, limit: PEOPLE_PER_PAGE + 1 })
      const rows = found.slice(0, PEOPLE_PER_PAGE)
      const next = found.length > rows.length ? (rows.at(-1)?.emailKey ?? null) : null
      return { rows: rows.map(shown), next, roles: await roleNames() }
    },

    'GET /office/staff/{id}': async ({ params: { id } }, caller) => {
      // Before all else: what happens meanwhile is not taken for seen.
      const person = await store.onePerson(db, id)
      if (!person) throw notFound()
      const { madeAt, recoveryCodes, seen } = person
      return {
        ...shown(person),
        ...{ madeAt: madeAt.toISOString(), recoveryCodes, seen },
        // Whoever visits the demo is many, and none is shown where the others are.
        sessions: person.isDemo ? [] : (await sessionsOf(db, id, SESSIONS_SHOWN)).map(shownSession(caller)),
        roles: await roleNames(),
        inHisName: await waiting.count(db, id),
        cannot: await whyNot(db, caller, person),
      }
    },

    ...peopleActs(of),
  } satisfies Handlers<typeof staffPeopleOffice>)
}

const shown = ({ emailKey: _, linkUntil, activeAt, ...person }: store.ListedPerson) => ({
  id: person.id,
  email: person.email,
  name: person.name,
  role: person.role,
  isDemo: person.isDemo,
  isBlocked: person.isBlocked,
  hasBegun: person.hasBegun,
  hasApp: person.hasApp,
  linkUntil: linkUntil?.toISOString() ?? null,
  activeAt: activeAt?.toISOString() ?? null,
})

export const shownSession =
  (caller: Caller) =>
  ({ address, beganAt, usedAt, ...session }: ListedSession) => ({
    ...session,
    address: staffOf(caller).isDemo ? null : address,
    beganAt: beganAt.toISOString(),
    usedAt: usedAt.toISOString(),
  })

/** What acts on this person would be refused with, as far as who asks is concerned. */
async function whyNot(db: Database, caller: Caller, { id, role, isDemo }: store.PersonRow) {
  const asker = staffOf(caller)
  if (asker.isDemo) return 'demo'
  if (isDemo) return 'demoPerson'
  if (id === asker.staffId) return 'yourself'
  const own = (await store.onePerson(db, asker.staffId))?.role
  if (own === OWNER) return null
  const above = role === OWNER || (await store.grantsOf(db, role)).some((each) => !asker.permissions.has(each))
  return above ? 'aboveYou' : null
}
