// What the shop holds about a member, from every room that declares some of it, and how it lets go of it (decision F11).
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { CallError, refused } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { deleteMailsTo, promiseMail } from '#rooms/mail/hands.ts'
import { closeMember, memberToClose, type PersonalData } from '#rooms/members/hands.ts'
import { MEMBER_CLOSED } from './events.ts'
import { ERASE_AGAIN } from './jobs.ts'

/** Longer than any request takes. */
const AGAIN_AFTER_MS = 120_000

export interface PrivacyOptions {
  db: Database
  events: Events
  /** By room; whole once all rooms are open. */
  personal(): Readonly<Record<string, PersonalData>>
  mailDomain(): string
}

export function createPrivacy({ db, events, personal, mailDomain }: PrivacyOptions) {
  /** In one order, so that two that run at once never wait for each other. */
  const rooms = () => Object.entries(personal()).sort(([a], [b]) => (a < b ? -1 : 1))

  async function farewell(tx: Transaction, { email, locale }: { email: string; locale: string }): Promise<void> {
    const id = randomUUID()
    const messageId = `<${id}@${mailDomain()}>`
    await promiseMail(tx, { id, messageId, recipient: email, locale, template: 'accountClosed', data: {} })
  }

  async function eraseEverywhere(tx: Transaction, memberId: string): Promise<void> {
    for (const [, { erase }] of rooms()) await erase(tx, memberId)
  }

  return {
    /** Job: what was under way when the account closed waited for that, and was written after it. */
    eraseAgain: (memberId: string): Promise<void> => db.transaction((tx) => eraseEverywhere(tx, memberId)),

    /** One room after the other: an archive is asked for seldom, and its reading must not fill the pool. */
    async collect(memberId: string): Promise<Record<string, unknown>> {
      const all: Record<string, unknown> = {}
      for (const [room, data] of rooms()) all[room] = await data.collect(memberId)
      return all
    },

    /**
     * Closes the account, in one transaction with all that is deleted: whoever asks again, or at the same moment, finds
     * nobody. Throws `erasure.held` with the reasons while something is unfinished.
     */
    erase: (memberId: string): Promise<void> =>
      db.transaction(async (tx) => {
        const was = await memberToClose(tx, memberId)
        if (!was) throw new CallError(401, 'message.loginFirst')
        const reasons: string[] = []
        for (const [, { holds }] of rooms()) if (holds) reasons.push(...(await holds(tx, memberId)))
        if (reasons.length > 0) throw refused('erasure.held', { reasons: [...new Set(reasons)].sort() })
        await eraseEverywhere(tx, memberId)
        await closeMember(tx, memberId)
        await enqueue(tx, ERASE_AGAIN, { memberId }, { afterMs: AGAIN_AFTER_MS })
        await deleteMailsTo(tx, was.email)
        await farewell(tx, was)
        await events.append(tx, MEMBER_CLOSED.of(memberId, {}))
      }),
  }
}
