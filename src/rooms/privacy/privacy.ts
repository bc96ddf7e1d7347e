// What the shop holds about a member, from every room that declares some of it, and how it lets go of it (decision F11).
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { failpoint } from '#platform/failpoint.ts'
import { CallError, refused } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { noteInJournal } from '#platform/journal.ts'
import type { HeldAddress } from '#platform/mailbox.ts'
import { forgetPerson } from '#rooms/audit/hands.ts'
import {
  deleteCrossing,
  deleteFarewell,
  deleteMailsTo,
  mailAddresses,
  mailsTo,
  promiseMail,
} from '#rooms/mail/hands.ts'
import {
  type Collected,
  closeMember,
  memberToClose,
  noteMemberAct,
  ownAddresses,
  type PersonalData,
} from '#rooms/members/hands.ts'
import { type About, archiveOf } from './archive.ts'
import type { Held } from './contract.ts'
import { MEMBER_CLOSED } from './events.ts'
import { writeErasure } from './hands.ts'
import { ERASE_AGAIN } from './jobs.ts'
import { addressHash, replayErasures } from './replay.ts'
import type { Entry } from './zip.ts'

/** Longer than any request takes. */
const AGAIN_AFTER_MS = 120_000
/** For a mail server that takes nothing now. */
const UNSENT_AFTER_MS = 3_600_000

/** What support lets go with an account that it closes: points that are owed are no money, and nobody can pay them in. */
const FORGIVEN = ['erasure.points']

interface Terms {
  /** Throws what bars it. */
  mayStill?: (tx: Transaction) => Promise<void>
  /** Reasons that keep it open otherwise. */
  forgives?: readonly string[]
}

export interface PrivacyOptions {
  db: Database
  keyring: Keyring
  events: Events
  /** By room; whole once all rooms are open. */
  personal(): Readonly<Record<string, PersonalData>>
  mailDomain(): string
}

export function createPrivacy({ db, keyring, events, personal, mailDomain }: PrivacyOptions) {
  /** In one order, so that two that run at once never wait for each other. */
  const rooms = () => Object.entries(personal()).sort(([a], [b]) => (a < b ? -1 : 1))

  /** `addresses`: the one that he has first, for by it he is known again where a coupon's limit wants that; none: null. */
  async function eraseEverywhere(
    tx: Transaction,
    memberId: string,
    addresses: readonly (HeldAddress | null)[],
  ): Promise<void> {
    for (const address of addresses) {
      for (const [, { erase }] of rooms()) await erase(tx, memberId, address)
      if (address) await deleteMailsTo(tx, address)
    }
    for (const address of addresses) await forgetPerson(tx, memberId, address)
  }

  async function* addresses(): AsyncGenerator<string[]> {
    for (const [, { addresses: held }] of rooms()) if (held) yield* held()
    yield* mailAddresses(db)
  }

  /**
   * Closes the account, in one transaction with all that is deleted and with the row by which the journal hears of it:
   * whoever asks again, or at the same moment, finds nobody, and no erasure is done that a restore would not know of. Throws
   * `erasure.held` with the reasons while something is unfinished, and what `mayStill` throws, which is asked first.
   */
  async function erase(memberId: string, { mayStill, forgives = [] }: Terms = {}): Promise<void> {
    await db.transaction(async (tx) => {
      await mayStill?.(tx)
      const was = await memberToClose(tx, memberId)
      if (!was) throw new CallError(401, 'message.loginFirst')
      const held = await whatHolds(rooms(), tx, { memberId, email: was.email }, forgives)
      if (held) throw refused('erasure.held', held)
      const addresses = await ownAddresses(tx, memberId)
      await eraseEverywhere(tx, memberId, addresses)
      await closeMember(tx, memberId)
      for (const { email, since, until } of addresses) {
        const erasure = { memberId, addressHash: addressHash(keyring, email), since, until }
        await noteInJournal(tx, 'erasure', writeErasure(erasure))
      }
      const mailId = await farewell(tx, { memberId, ...was }, mailDomain())
      await enqueue(tx, ERASE_AGAIN, { memberId, mailId }, { afterMs: AGAIN_AFTER_MS })
      await events.append(tx, MEMBER_CLOSED.of(memberId, {}))
    })
    failpoint('erasure committed')
  }

  /**
   * By each address that he has left: what he wrote from there, and what was mailed there, while it was his. When another member
   * left it before him is not told.
   */
  async function underFormer(addresses: readonly HeldAddress[]): Promise<Collected[]> {
    const held: Collected[] = []
    for (const address of addresses) {
      const parts: Collected[] = []
      for (const [, { collectFormer }] of rooms()) if (collectFormer) parts.push(await collectFormer(address))
      const { email, until } = address
      held.push(Object.assign({ email, until, mails: await mailsTo(db, address) }, ...parts))
    }
    return held
  }

  return {
    erase,

    /** Job: support closes it for its member. What keeps it open is noted with the act, for whoever has asked. */
    async closeAsked({ memberId, actId }: { memberId: string; actId: number }): Promise<void> {
      const held = await erase(memberId, { forgives: FORGIVEN }).then(() => undefined, heldBy)
      await noteMemberAct(db, actId, held ? `not closed: ${held.join(', ')}` : 'closed')
    },

    /** Job: what was under way when the account closed waited for that, and was written after it. */
    eraseAgain: ({ memberId, mailId }: { memberId: string; mailId?: string }): Promise<void> =>
      db.transaction(async (tx) => {
        if (mailId) await deleteCrossing(tx, mailId)
        // Before the rest: nobody says more of a mail that is gone.
        const isOver = !mailId || (await deleteFarewell(tx, mailId))
        await eraseEverywhere(tx, memberId, [null])
        if (!isOver) await enqueue(tx, ERASE_AGAIN, { memberId, mailId }, { afterMs: UNSENT_AFTER_MS })
      }),

    /** Before anybody is served: what a restore brought back of those who are gone. */
    replay: (): Promise<void> => replayErasures({ db, keyring, addresses, erase: eraseEverywhere, close: closeMember }),

    /** What goes into his archive. One room after the other: its reading must not fill the pool. */
    async archive(memberId: string, about: About): Promise<AsyncGenerator<Entry>> {
      const [address, ...left] = await ownAddresses(db, memberId)
      if (!address) throw new CallError(401, 'message.loginFirst')
      const mails = { collect: async () => ({ mails: await mailsTo(db, address) }) }
      const former = { collect: async () => ({ addresses: await underFormer(left) }) }
      return archiveOf({ memberId, address }, about, [...rooms(), ['mails', mails], ['former-addresses', former]])
    },
  }
}

/** What is said of this mail in the audit log is said of the member, and is forgotten with it. */
async function farewell(
  tx: Transaction,
  { memberId, email, locale }: { memberId: string; email: string; locale: string },
  domain: string,
): Promise<string> {
  const id = randomUUID()
  const about = { template: 'accountClosed', data: { memberId } } as const
  await promiseMail(tx, { id, messageId: `<${id}@${domain}>`, recipient: email, locale, ...about })
  return id
}

/** What keeps an account open, and which orders that is about; undefined: nothing does. */
async function whatHolds(
  rooms: [string, PersonalData][],
  tx: Transaction,
  { memberId, email }: { memberId: string; email: string },
  forgives: readonly string[],
): Promise<Held | undefined> {
  const all: string[] = []
  for (const [, { holds }] of rooms) if (holds) all.push(...(await holds(tx, memberId, email)))
  const reasons = [...new Set(all)].filter((reason) => !forgives.includes(reason)).sort()
  if (reasons.length === 0) return undefined
  const orders: Held['orders'] = []
  let count = 0
  for (const [, { heldOrders }] of rooms) {
    const found = await heldOrders?.(tx, memberId, email)
    orders.push(...(found?.orders ?? []))
    count += found?.count ?? 0
  }
  return { reasons, orders, more: count - orders.length }
}

/** Why an account could not be closed; undefined: it is closed, perhaps by this job's run before. Throws what is a fault. */
function heldBy(error: unknown): string[] | undefined {
  if (!(error instanceof CallError)) throw error
  return error.message === 'erasure.held' ? (error.details.data as Held).reasons : undefined
}
