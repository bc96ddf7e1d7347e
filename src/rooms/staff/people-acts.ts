// What is done to people who work here: each with why, in one transaction with its audit row, while nobody else changes them.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { type ActOf, audit, whoAsks } from '#rooms/audit/hands.ts'
import { type Holding, refuseAbove } from './holding.ts'
import type { InHisName } from './in-his-name.ts'
import { newLink } from './invitations.ts'
import { welcomeLink } from './links.ts'
import type { staffPeopleOffice } from './office-people-contract.ts'
import * as store from './people-store.ts'
import { cannot } from './refusal.ts'
import { emailKeyOf } from './rules.ts'
import { endOneOf } from './session-store.ts'
import { type Actor, OWNER, type StaffSessions } from './sessions.ts'
import type { StaffTold } from './told.ts'

type Acts = Omit<Handlers<typeof staffPeopleOffice>, `GET ${string}`>

export interface PeopleActs {
  holding: Holding
  sessions: StaffSessions
  told: StaffTold
  waiting: InHisName
  origin: () => string
}

interface Noted {
  act: ActOf<'staff'>
  id: string
  reason: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

const note = (tx: Transaction, caller: Caller, { act, id, ...more }: Noted) =>
  audit(tx, { by: whoAsks(caller), act: `staff.${act}`, subject: { kind: 'staff', id }, ...more })

export function peopleActs(of: PeopleActs): Acts {
  return { ...beginning(of), ...changing(of) }
}

/** How somebody begins, or begins anew. */
function beginning({ holding, told, origin }: PeopleActs) {
  return {
    'POST /office/staff': ({ body: { email, role, reason } }, caller) =>
      holding.change(caller, async (tx, actor) => {
        await refuseRole(tx, actor, role)
        const person = {
          id: randomUUID(),
          email,
          emailKey: emailKeyOf(email),
          role,
          locale: caller.locale,
          isDemo: false,
        }
        if ((await store.addPerson(tx, person)) === 0) throw cannot('known')
        const token = await newLink(tx, person.id, actor.id)
        await note(tx, caller, { act: 'invite', id: person.id, reason, after: { email, role } })
        const mailed = await told.invited(tx, person, { token, by: staffOf(caller).email })
        return { id: person.id, link: welcomeLink(origin(), token), mailed }
      }),

    'POST /office/staff/{id}/link': ({ params: { id }, body: { reason, seen } }, caller) =>
      holding.change(caller, async (tx, actor) => {
        const person = await holding.person(tx, actor, id, seen)
        if (person.isBlocked) throw cannot('isBlocked')
        const token = await newLink(tx, id, actor.id)
        const again = person.passwordHash !== null
        await note(tx, caller, { act: 'link', id, reason, after: { again } })
        if (again) await told.changed(tx, person, 'newLink')
        const mailed = !again && (await told.invited(tx, person, { token, by: staffOf(caller).email }))
        return { link: welcomeLink(origin(), token), mailed }
      }),
  } satisfies Partial<Acts>
}

function changing({ holding, sessions, told, waiting }: PeopleActs) {
  return {
    'POST /office/staff/{id}/role': ({ params: { id }, body: { role, reason, seen } }, caller) =>
      holding.change(caller, async (tx, actor) => {
        const person = await holding.person(tx, actor, id, seen)
        if (person.role === role) throw cannot('roleHad')
        await refuseRole(tx, actor, role)
        await refuseLastOwner(tx, person)
        await store.setRole(tx, id, role)
        const left = await store.grantsOf(tx, role)
        const ended = role === OWNER ? {} : await waiting.cancel(tx, [id], left, { by: whoAsks(caller), reason })
        await note(tx, caller, { act: 'role', id, reason, before: { role: person.role }, after: { role, ...ended } })
        await told.changed(tx, person, 'role')
        return null
      }),

    'POST /office/staff/{id}/block': ({ params: { id }, body: { reason, seen } }, caller) =>
      holding.change(caller, async (tx, actor) => {
        const person = await holding.person(tx, actor, id, seen)
        if (person.isBlocked) throw cannot('isBlocked')
        await refuseLastOwner(tx, person)
        await store.block(tx, id)
        const sessionsEnded = await sessions.endAllOf(tx, id)
        const ended = await waiting.cancel(tx, [id], undefined, { by: whoAsks(caller), reason })
        await note(tx, caller, {
          ...{ act: 'block', id, reason },
          ...{ before: { blocked: false }, after: { blocked: true, sessionsEnded, ...ended } },
        })
        await told.changed(tx, person, 'blocked')
        return null
      }),

    'POST /office/staff/{id}/unblock': ({ params: { id }, body: { reason, seen } }, caller) =>
      holding.change(caller, async (tx, actor) => {
        const person = await holding.person(tx, actor, id, seen)
        if (!person.isBlocked) throw cannot('notBlocked')
        await store.unblock(tx, id)
        await note(tx, caller, { act: 'unblock', id, reason, before: { blocked: true }, after: { blocked: false } })
        await told.changed(tx, person, 'unblocked')
        return null
      }),

    'POST /office/staff/{id}/sessions/end': ({ params: { id }, body: { reason, sessionId } }, caller) =>
      holding.change(caller, async (tx, actor) => {
        await holding.person(tx, actor, id)
        const ended = await (sessionId ? endOneOf(tx, id, sessionId) : sessions.endAllOf(tx, id))
        if (ended === 0) throw cannot('noSession')
        await note(tx, caller, { act: 'endSessions', id, reason, after: { sessionsEnded: ended } })
        return { ended }
      }),
  } satisfies Partial<Acts>
}

async function refuseRole(tx: Transaction, actor: Actor, role: string): Promise<void> {
  if (!(await store.isRole(tx, role))) throw cannot('noRole', { role })
  await refuseAbove(tx, actor, role)
}

/** For whatever lets somebody in no more, or as less than an owner. */
async function refuseLastOwner(tx: Transaction, person: store.LockedPerson): Promise<void> {
  const counts = person.role === OWNER && !person.isBlocked && person.passwordHash !== null && person.hasApp
  if (counts && !(await store.isOwnerLeft(tx, person.id))) throw cannot('lastOwner')
}
