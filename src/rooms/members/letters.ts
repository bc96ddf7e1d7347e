// The mails about accounts: what they say, and how they are promised. Nothing that a stranger typed stands in them.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type LetterContent, type LetterTemplate, promiseMail } from '#rooms/mail/hands.ts'
import { isChangeOpen } from './email-store.ts'
import { linkToken } from './links.ts'
import { openReset } from './password-store.ts'
import { findRegistration } from './registration-store.ts'

type Data = Record<string, string>

/** `#token=…`: a fragment is sent to no server and stands in no log. The specification wants the other in the query. */
export function accountLetters({ keyring, origin }: { keyring: Keyring; origin: () => string }) {
  const confirmation = (registrationId: string) =>
    `${origin()}/confirm-registration#token=${linkToken(keyring, 'registration', registrationId)}`
  const undoing = (changeId: string) => `${origin()}/email-undo#token=${linkToken(keyring, 'emailUndo', changeId)}`
  return {
    registerConfirm: async ({ registrationId }: Data): Promise<LetterContent> => ({
      link: confirmation(registrationId!),
    }),
    /** Confirmed first, the new account would keep the old one from its address. */
    registerMoved: async ({ registrationId, changeId, confirm }: Data): Promise<LetterContent> => ({
      facts: [{ label: 'letters.registerMoved.ifYou', value: confirm!, link: confirmation(registrationId!) }],
      link: undoing(changeId!),
    }),
    registerTaken: async (): Promise<LetterContent> => ({ link: `${origin()}/login` }),
    passwordReset: async ({ resetId }: Data): Promise<LetterContent> => ({
      link: `${origin()}/reset-password?code=${linkToken(keyring, 'reset', resetId!)}`,
    }),
    emailConfirm: async ({ changeId }: Data): Promise<LetterContent> => ({
      link: `${origin()}/my-email#confirm=${linkToken(keyring, 'email', changeId!)}`,
    }),
    emailTaken: async (): Promise<LetterContent> => ({}),
    emailChanged: async ({ changeId }: Data): Promise<LetterContent> => ({
      link: undoing(changeId!),
    }),
    emailTakenBack: async (): Promise<LetterContent> => ({}),
    passwordChanged: async (): Promise<LetterContent> => ({ link: `${origin()}/forgot` }),
  } satisfies Partial<Record<LetterTemplate, (data: Data) => Promise<LetterContent>>>
}

/** A mail whose link opens nothing any more is not sent. */
export function linksThatOpen(db: Database) {
  const isRegistering = async ({ registrationId }: Data) =>
    (await findRegistration(db, registrationId!))?.isUsed === false
  return {
    registerConfirm: isRegistering,
    registerMoved: isRegistering,
    passwordReset: async ({ resetId }: Data) => (await openReset(db, resetId!)) !== undefined,
    emailConfirm: ({ changeId }: Data) => isChangeOpen(db, changeId!),
  } satisfies Partial<Record<AccountLetter, (data: Data) => Promise<boolean>>>
}

export type AccountLetter = keyof ReturnType<typeof accountLetters>
export type Letters = ReturnType<typeof createLetters>

export function createLetters(mailDomain: () => string) {
  return {
    /** In the transaction of what it tells. */
    promise(
      tx: Transaction,
      template: AccountLetter,
      { email, locale }: { email: string; locale: string },
      data: Data,
      asker?: Buffer,
    ): Promise<number> {
      const id = randomUUID()
      const messageId = `<${id}@${mailDomain()}>`
      return promiseMail(tx, { id, messageId, recipient: email, locale, template, data, ...(asker && { asker }) })
    },
  }
}
