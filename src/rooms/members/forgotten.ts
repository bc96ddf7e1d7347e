// A forgotten password is replaced by whoever reads the member's mail (decision D2).
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { CallError, invalid, refused } from '#platform/http/errors.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Captcha } from '#rooms/captcha/hands.ts'
import { askerOf, mayMail, networkOf } from '#rooms/mail/hands.ts'
import type { Passwords } from '#rooms/passwords/hands.ts'
import type { forgottenContract } from './contract.ts'
import { PASSWORD_CHANGED } from './events.ts'
import type { MemberBrowsers } from './hands.ts'
import { FORGOTTEN } from './jobs.ts'
import type { Letters } from './letters.ts'
import { readLinkToken } from './links.ts'
import * as store from './password-store.ts'
import { nameKey } from './rules.ts'
import { memberByName } from './store.ts'

export interface ForgottenOptions {
  db: Database
  keyring: Keyring
  events: Events
  passwords: Passwords
  captcha: Captcha
  letters: Letters
  browsers: () => Partial<MemberBrowsers>
}

export function forgottenCalls({
  db,
  keyring,
  events,
  passwords,
  captcha,
  letters,
  browsers,
}: ForgottenOptions): Handlers<typeof forgottenContract> {
  async function openLink(code: string): Promise<store.OpenReset & { id: string }> {
    const id = readLinkToken(keyring, 'reset', code)
    const reset = id && (await store.openReset(db, id))
    if (!reset) throw refused('message.linkErr')
    return { ...reset, id }
  }

  return {
    // Known or not, it is the same work: the job writes, or finds that there is nobody to write to.
    'POST /api/forget': async ({ body }, { locale, address, headers }) => {
      const { uuid, code, altcha } = body
      if (!(await captcha.takeImage(db, { uuid, code, altcha })))
        throw invalid([{ path: 'code', message: 'forgot.codeWrong' }])
      const member = await memberByName(db, nameKey(body.username))
      const reset = { id: randomUUID(), memberId: member?.id, locale }
      await db.transaction(async (tx) => {
        await store.askForReset(tx, reset)
        const browser = browsers().nameOf?.(headers)
        await enqueue(tx, FORGOTTEN, {
          resetId: reset.id,
          asker: askerOf(keyring, address),
          ...(browser && { browser }),
        })
      })
      return null
    },

    'GET /api/verify': async ({ query }) => (await openLink(query.code)).email,

    'POST /api/resetPassword': async ({ body }, { address }) => {
      const { id, memberId, email } = await openLink(body.code)
      if (body.email !== undefined && nameKey(body.email) !== nameKey(email))
        throw new CallError(403, 'error.forbidden')
      const password = await passwords.open(body.newPwd, 'newPwd')
      if ((await passwords.open(body.confirmPwd, 'confirmPwd')) !== password)
        throw invalid([{ path: 'confirmPwd', message: 'password.differs' }])
      await passwords.judge(password, 'newPwd')
      const hash = await passwords.hash(password, address)
      await db.transaction(async (tx) => {
        const member = await store.lockMember(tx, memberId)
        if (!member || (await store.spendReset(tx, id)) === 0) throw refused('message.linkErr')
        await store.setPassword(tx, memberId, hash)
        await events.append(tx, PASSWORD_CHANGED.of(memberId, { keep: null, byMail: true }))
        await letters.promise(tx, 'passwordChanged', member, {})
      })
      return null
    },
  }
}

/** Mails the link, once, if there is somebody to mail it to: whoever asks elsewhere leaves something for his own browsers. */
export async function mailReset(
  { db, letters, browsers }: Pick<ForgottenOptions, 'db' | 'letters' | 'browsers'>,
  { resetId, asker, browser }: { resetId: string; asker?: string; browser?: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const member = await store.noteMailed(tx, resetId)
    if (!member) return
    const isKnown = browser !== undefined && (await browsers().isKnown?.(tx, member.id, browser)) === true
    const network = networkOf(asker)
    if (!(await mayMail(tx, member.email, 'passwordReset', network && { network, isKnown }))) return
    await letters.promise(tx, 'passwordReset', member, { resetId }, isKnown ? undefined : network)
  })
}
