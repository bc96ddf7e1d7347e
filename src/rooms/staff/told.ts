// What whoever works here is told by mail: how he begins, a sign-in in a browser that he has not used before, that somebody guesses at
// his codes, and that something about his account was changed.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { formatMoment } from '#platform/i18n/moment.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import { isFirstInADay, type LetterContent, type LetterTemplate, mayMail, promiseMail } from '#rooms/mail/hands.ts'
import { unlinked } from '#rooms/sessions/hands.ts'
import { hashOfToken } from './cookie.ts'
import { welcomeLink } from './links.ts'
import { opensLink } from './store.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'staff-link': unknown
  }
}

/** What is said of passkeys is what members are told of theirs. */
const PASSKEY_CHANGES = ['passkeyAdded', 'passkeyRemoved', 'passkeyDoubted'] as const
type PasskeyChange = (typeof PASSKEY_CHANGES)[number]

export type StaffChange =
  | 'role'
  | 'blocked'
  | 'unblocked'
  | 'newLink'
  | 'password'
  | 'authenticator'
  | 'recoveryCodes'
  | 'passkeysEnded'
  | PasskeyChange

const isPasskeyChange = (change: StaffChange): change is PasskeyChange =>
  PASSKEY_CHANGES.some((each) => each === change)

const CODES_GUESSED = 'staff.codesGuessed'

const sayChange = (locale: string, change: StaffChange) =>
  serverWords(locale)(isPasskeyChange(change) ? `letters.signInChange.${change}` : `letters.staffChange.${change}`)

interface Addressee {
  id: string
  email: string
  locale: string
  isDemo: boolean
}

interface Place {
  at: Date
  address: string
  system: string
  device: string
}

const sayPlace = ({ at, address, system, device }: Place, locale: string) => ({
  at: formatMoment(at, locale),
  device: [device, system].filter(Boolean).join(', '),
  address,
})

export type StaffTold = ReturnType<typeof createTold>

/** Whoever visits a demo has no mailbox. `domain`: right-hand side of message ids, the shop's host. */
async function promise(
  tx: Transaction,
  { to, template, data }: { to: Addressee; template: LetterTemplate; data: Record<string, string> },
  domain: string,
): Promise<void> {
  if (to.isDemo) return
  const id = randomUUID()
  const messageId = `<${id}@${domain}>`
  await promiseMail(tx, { id, messageId, recipient: to.email, locale: to.locale, template, data })
}

/** In the transaction of the change, and always. `passkeys`: the names of those that it is about. */
export function tellChange(
  tx: Transaction,
  to: Addressee,
  { change, passkeys = [] }: { change: StaffChange; passkeys?: readonly string[] },
  domain: string,
): Promise<void> {
  const data = {
    ...{ change, says: sayChange(to.locale, change) },
    ...(passkeys.length > 0 && { passkeys: passkeys.map(unlinked).join('\n') }),
  }
  return promise(tx, { to, template: 'staffChanged', data }, domain)
}

/** `mailDomain`: right-hand side of message ids, the shop's host. */
export function createTold({ keyring, mailDomain }: { keyring: Keyring; mailDomain: () => string }) {
  const tell = (tx: Transaction, to: Addressee, template: LetterTemplate, data: Record<string, string>) =>
    promise(tx, { to, template, data }, mailDomain())

  return {
    /** The link itself goes, sealed until the mail is written. False: this mailbox has got too many of them. */
    async invited(tx: Transaction, to: Addressee, { token, by }: { token: string; by: string }): Promise<boolean> {
      if (!(await mayMail(tx, to.email, 'staffInvited'))) return false
      const link = keyring.seal('staff-link', token, to.id).toString('base64')
      await tell(tx, to, 'staffInvited', { staffId: to.id, link, by })
      return true
    },

    async newDevice(tx: Transaction, to: Addressee, place: Place) {
      if (to.isDemo || !(await mayMail(tx, to.email, 'staffNewDevice'))) return
      await tell(tx, to, 'staffNewDevice', sayPlace(place, to.locale))
    },

    /** The operator is told of each code that is not looked at any more, the employee once a day: whoever has got so far knows the password. */
    async codesGuessed(tx: Transaction, to: Addressee, place: Place) {
      await raiseAlert(tx, { kind: CODES_GUESSED, subject: to.email, details: {} })
      if (await isFirstInADay(tx, to.email, 'staffCodesGuessed'))
        await tell(tx, to, 'staffCodesGuessed', sayPlace(place, to.locale))
    },

    /** He has another password: whoever knew the one before knows it no more. */
    guessesEnded: (tx: Transaction, to: Addressee) => resolveAlert(tx, { kind: CODES_GUESSED, subject: to.email }),

    changed: (tx: Transaction, to: Addressee, change: StaffChange, passkeys: readonly string[] = []) =>
      tellChange(tx, to, { change, passkeys }, mailDomain()),
  }
}

const placeFacts = ({ at = '', device = '', address = '' }: Record<string, string>): LetterContent['facts'] => [
  { label: 'letters.signIn.at', value: at },
  { label: 'letters.signIn.device', value: device },
  { label: 'letters.signIn.address', value: address },
]

/** Of the link in an invitation, as its mail has it. */
const openToken = (keyring: Keyring, { staffId = '', link = '' }: Record<string, string>) =>
  keyring.open('staff-link', Buffer.from(link, 'base64'), staffId)

/** An invitation is not sent any more once its link is over, or another took its place. */
export const invitationsThatOpen = ({ db, keyring }: { db: Database; keyring: Keyring }) => ({
  staffInvited: (data: Record<string, string>) => opensLink(db, hashOfToken(openToken(keyring, data))),
})

/** What goes to nobody but whoever works here. */
export const STAFF_LETTERS = ['staffInvited', 'staffNewDevice', 'staffCodesGuessed', 'staffChanged']

export const staffLetters = ({ keyring, origin }: { keyring: Keyring; origin: () => string }) => ({
  staffInvited: async (data: Record<string, string>): Promise<LetterContent> => ({
    facts: [{ label: 'letters.staffChange.by', value: data.by ?? '' }],
    link: welcomeLink(origin(), openToken(keyring, data)),
  }),
  staffNewDevice: async (data: Record<string, string>): Promise<LetterContent> => ({
    facts: placeFacts(data),
    link: `${origin()}/office/me`,
  }),
  staffCodesGuessed: async (data: Record<string, string>): Promise<LetterContent> => ({
    facts: placeFacts(data),
    link: `${origin()}/office/me`,
  }),
  staffChanged: async ({ says = '', change = '', passkeys = '' }: Record<string, string>): Promise<LetterContent> => ({
    facts: [
      { label: 'letters.signInChange.label', value: says },
      { label: 'letters.signInChange.passkeys', value: passkeys },
    ],
    // Who is blocked is let in nowhere.
    ...(change !== 'blocked' && { link: `${origin()}/office/me` }),
  }),
})
