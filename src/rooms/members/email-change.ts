// Another e-mail address for a member (decision F3): asked for, confirmed by whoever reads it, told to the old address, which
// can take it back; then the one that it leaves is told.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { invalid, refused } from '#platform/http/errors.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Newsletter } from '#rooms/enquiries/hands.ts'
import { mayMail } from '#rooms/mail/hands.ts'
import { emailContract } from './email-contract.ts'
import * as store from './email-store.ts'
import { ADDRESS_TAKEN_BACK, MEMBER_CONFIRMED, PASSWORD_CHANGED } from './events.ts'
import type { MemberProofs } from './hands.ts'
import type { Letters } from './letters.ts'
import { readLinkToken } from './links.ts'
import { lockMember } from './password-store.ts'
import { nameKey } from './rules.ts'
import { memberById } from './store.ts'

/** A member wants another address: it, or whoever has it already, is written to. */
export const EMAIL_ASKED = defineJob<{ changeId: string }>('members.emailAsked')

export interface EmailChangeOptions {
  db: Database
  keyring: Keyring
  events: Events
  letters: Letters
  newsletter: Newsletter
  proofs: () => MemberProofs
}

export function emailChangeCalls({ db, keyring, events, letters, newsletter, proofs }: EmailChangeOptions) {
  return serves(emailContract, {
    'GET /api/profile/email': async (_, caller) => {
      const pending = await store.pendingChange(db, memberOf(caller).memberId)
      return pending ? { email: pending.email, until: pending.until.toISOString() } : null
    },

    // Whether somebody has the address is found out later, in a job: here it would show in the time that it takes.
    'POST /api/profile/email': async ({ body: { email } }, caller) => {
      const { memberId } = memberOf(caller)
      const emailKey = nameKey(email)
      await db.transaction(async (tx) => {
        await proofs().hold(tx, caller)
        const member = (await memberById(tx, memberId))!
        const oldEmailKey = nameKey(member.email)
        if (emailKey === oldEmailKey) throw invalid([{ path: 'email', message: 'account.error.sameEmail' }])
        const id = randomUUID()
        await store.dropPendingChange(tx, memberId)
        const { locale } = caller
        await store.askForChange(tx, { id, memberId, email, emailKey, oldEmail: member.email, oldEmailKey, locale })
        await enqueue(tx, EMAIL_ASKED, { changeId: id })
      })
      return null
    },

    // Signed in: or whoever opened the link by mistake would give his address, and his orders, to another's account.
    'POST /api/profile/email/confirm': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      const id = linked('email', body.token)
      const email = await unlessTaken(badLink, () =>
        db.transaction(async (tx) => {
          const member = await lockMember(tx, memberId)
          const change = member && (await store.confirmChange(tx, id, memberId))
          if (!change) throw badLink()
          await store.moveTo(tx, memberId, change)
          await newsletter.move(tx, change.oldEmail, change.email)
          const left = { email: change.oldEmail, locale: member.locale }
          // Perhaps its owner takes the account back like this: the thief gets no link that undoes it.
          if (await store.endDetour(tx, change)) await letters.promise(tx, 'emailTakenBack', left, {})
          else await letters.promise(tx, 'emailChanged', left, { changeId: id })
          await events.append(tx, MEMBER_CONFIRMED.of(memberId, {}, { email: change.email, locale: member.locale }))
          return change.email
        }),
      )
      return { email }
    },

    'POST /api/profile/email/undo': async ({ body }) => {
      const id = linked('emailUndo', body.token)
      await unlessTaken(addressTaken, () =>
        db.transaction(async (tx) => {
          const owner = await store.memberOfChange(tx, id)
          const left = owner && (await lockMember(tx, owner.memberId))
          const change = left && (await store.undoChange(tx, id))
          if (!change) throw badLink()
          const { memberId } = change
          const before = { email: change.oldEmail, emailKey: change.oldEmailKey }
          await store.moveTo(tx, memberId, before)
          await newsletter.move(tx, left.email, before.email)
          await letters.promise(tx, 'emailTakenBack', left, {})
          await store.closePassword(tx, memberId)
          await events.append(tx, PASSWORD_CHANGED.of(memberId, { keep: null, byMail: true }))
          await events.append(tx, ADDRESS_TAKEN_BACK.of(memberId, { doubtedSince: change.doubtedSince.toISOString() }))
          await events.append(tx, MEMBER_CONFIRMED.of(memberId, {}, { email: before.email, locale: change.locale }))
        }),
      )
      return null
    },
  })

  function linked(kind: 'email' | 'emailUndo', token: string): string {
    const id = readLinkToken(keyring, kind, token)
    if (!id) throw badLink()
    return id
  }
}

/** Job: writes to the new address, or to whoever has it already; once. */
export function mailEmailChange(db: Database, letters: Letters, changeId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const change = await store.takeMailing(tx, changeId)
    if (!change) return
    const to = change.ownerEmail
      ? { email: change.ownerEmail, locale: change.ownerLocale ?? change.locale }
      : { email: change.email, locale: change.locale }
    const template = change.ownerEmail ? 'emailTaken' : 'emailConfirm'
    if (await mayMail(tx, to.email, template)) await letters.promise(tx, template, to, { changeId })
  })
}

const badLink = () => refused('message.linkErr')
/** Told to whoever read mail at the address within these days: perhaps he has opened the other account himself. */
const addressTaken = () => refused('email.addressTaken')

/** Somebody else may have come to the address in the meantime: then the link leads nowhere. */
async function unlessTaken<T>(taken: () => Error, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'members_email_key_key') throw taken()
    throw error
  }
}
