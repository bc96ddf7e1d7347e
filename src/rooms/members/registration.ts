// Becoming a member (decisions D2, F1): it waits until the mail is answered by whoever knows the password that was chosen.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { CallError, invalid, refused } from '#platform/http/errors.ts'
import { countWithin } from '#platform/http/rate-limit.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Newsletter } from '#rooms/enquiries/hands.ts'
import { askerOf, mayMail, networkOf } from '#rooms/mail/hands.ts'
import type { Passwords } from '#rooms/passwords/hands.ts'
import type { registrationContract } from './contract.ts'
import { latestLeaving } from './email-store.ts'
import { MEMBER_CONFIRMED } from './events.ts'
import { REGISTERED } from './jobs.ts'
import type { Letters } from './letters.ts'
import { readLinkToken } from './links.ts'
import * as store from './registration-store.ts'
import { nameKey } from './rules.ts'

/** Tries at the password of one registration within ten minutes. */
const MOST_TRIES = 10

export interface RegistrationOptions {
  db: Database
  keyring: Keyring
  events: Events
  passwords: Passwords
  newsletter: Newsletter
}

const taken = () => invalid([{ path: 'username', message: 'register.usernameTaken' }])

export function registrationCalls({
  db,
  keyring,
  events,
  passwords,
  newsletter,
}: RegistrationOptions): Handlers<typeof registrationContract> {
  async function becomeMember(tx: Transaction, registration: store.Registration, username: string): Promise<void> {
    const member = { ...registration, id: randomUUID(), username, usernameKey: nameKey(username) }
    // A rival with the same link was first: then he is a member.
    if ((await store.closeRegistration(tx, registration.id)) === 0) return
    if ((await store.addMember(tx, member)) === 0)
      throw (await store.isAddressTaken(tx, member.emailKey)) ? refused('register.addressTaken') : taken()
    const { email, locale } = registration
    await events.append(tx, MEMBER_CONFIRMED.of(member.id, {}, { email, locale }))
    if (registration.subscribes) await newsletter.ask(tx, { email, locale })
  }

  return {
    // Nothing here asks whose the address is: known or not, it is the same work, and the job writes to its owner.
    'POST /api/register': async ({ body }, { locale, address }) => {
      const password = await passwords.open(body.pwd, 'pwd')
      if ((await passwords.open(body.confirmPwd, 'confirmPwd')) !== password)
        throw invalid([{ path: 'confirmPwd', message: 'password.differs' }])
      await passwords.judge(password, 'pwd')
      if (await store.isUsernameTaken(db, nameKey(body.username))) throw taken()
      const passwordHash = await passwords.hash(password, address)
      const { email, username, checkCoupons: subscribes } = body
      const registration = {
        id: randomUUID(),
        email,
        emailKey: nameKey(email),
        username,
        passwordHash,
        subscribes,
        locale,
      }
      await db.transaction(async (tx) => {
        await store.addRegistration(tx, registration)
        await enqueue(tx, REGISTERED, { registrationId: registration.id, asker: askerOf(keyring, address) })
      })
      return null
    },

    'POST /api/register/confirm': async ({ body }, { address }) => {
      const id = readLinkToken(keyring, 'registration', body.token)
      const registration = id && (await store.findRegistration(db, id))
      if (!registration) throw refused('message.linkErr')
      const { total } = await countWithin(db, `registration ${registration.id}`, 10)
      if (total > MOST_TRIES) throw new CallError(429, 'error.tooMany', { retryAfterSeconds: 600 })
      const password = await passwords.open(body.pwd, 'pwd')
      if (!(await passwords.verify(password, registration.passwordHash, address)))
        throw refused('register.wrongPassword')
      const username = body.username ?? registration.username
      if (!registration.isUsed) await db.transaction((tx) => becomeMember(tx, registration, username))
      return { email: registration.email }
    },
  }
}

/**
 * Writes to the address that was given, or, where it is a member's, tells him. Once. Who opens a new account because a thief has
 * moved his to another address would shut the way back: he is told of it first.
 */
export async function seeToRegistration(
  db: Database,
  letters: Letters,
  { registrationId: id, asker }: { registrationId: string; asker?: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const registration = await store.seeTo(tx, id)
    if (!registration) return
    const { email, emailKey, owner, locale } = registration
    const left = owner === null ? await latestLeaving(tx, emailKey) : undefined
    const template = owner !== null ? 'registerTaken' : left ? 'registerMoved' : 'registerConfirm'
    const confirm = serverWords(locale)('letters.registerMoved.confirm')
    const data = { registrationId: id, ...(left && { changeId: left.id, confirm }) }
    const network = networkOf(asker)
    const may = await mayMail(tx, owner ?? email, template, network && { network })
    if (may) await letters.promise(tx, template, { email: owner ?? email, locale }, data, network)
    if (owner !== null || !may) await store.dropRegistration(tx, id)
  })
}
