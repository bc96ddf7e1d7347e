// What a member is told by mail: a sign-in in a browser that he has not used before (decision F3), that a way to sign in was
// changed, and that somebody guesses at his codes.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import type { Subscription } from '#platform/events/define.ts'
import type { Asker } from '#platform/http/principal.ts'
import { formatMoment } from '#platform/i18n/moment.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { isFirstInADay, type LetterContent, mayMail, promiseMail } from '#rooms/mail/hands.ts'
import { type MemberRow, memberById } from '#rooms/members/hands.ts'
import { deviceOf } from './device.ts'
import { SIGNED_IN } from './events.ts'
import * as store from './store.ts'

/** `mailDomain`: right-hand side of message ids, the shop's host. */
export const newDeviceTold = (mailDomain: () => string): Subscription =>
  SIGNED_IN.inTransaction(async (tx, { subject, payload, atHand }) => {
    if (payload.isNew) await tell(tx, subject, atHand, mailDomain())
  })

interface Place {
  address: string
  country: string | undefined
  system: string
  device: string
}

async function tell(tx: Transaction, memberId: string, place: Place, domain: string): Promise<void> {
  const member = await memberById(tx, memberId)
  if (!member || !(await mayMail(tx, member.email, 'newDevice'))) return
  await promisePlaced(tx, member, 'newDevice', { ...place, at: await store.databaseNow(tx) }, domain)
}

/** Once a day, at the first code that is not looked at any more: whoever has got so far knows the password. */
export async function tellGuessed(tx: Transaction, memberId: string, caller: Asker, domain: string): Promise<void> {
  const member = await memberById(tx, memberId)
  if (!member || !(await isFirstInADay(tx, member.email, 'codesGuessed'))) return
  const at = await store.databaseNow(tx)
  const place = { address: caller.address, country: caller.country, ...deviceOf(caller.headers.get('user-agent')) }
  await promisePlaced(tx, member, 'codesGuessed', { ...place, at }, domain)
}

async function promisePlaced(
  tx: Transaction,
  member: MemberRow,
  template: 'newDevice' | 'codesGuessed',
  place: Place & { at: Date },
  domain: string,
): Promise<void> {
  const id = randomUUID()
  await promiseMail(tx, {
    id,
    messageId: `<${id}@${domain}>`,
    recipient: member.email,
    locale: member.locale,
    template,
    data: {
      at: formatMoment(place.at, member.locale),
      device: [place.device, place.system].filter(Boolean).join(', '),
      address: [place.address, place.country].filter(Boolean).join(', '),
    },
  })
}

/** A way to sign in that was changed. */
export type SignInChange =
  | 'totpOn'
  | 'totpOff'
  | 'totpOffBySupport'
  | 'recoveryNew'
  | 'recoveryUsed'
  | 'recoveryLast'
  | 'recoveryEnded'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyDoubted'
  | 'passkeysEnded'

/**
 * In the transaction of the change, which its member has proved himself for: so it is always told. `passkeys`: the names of
 * those that it is about.
 */
export async function tellChange(
  tx: Transaction,
  memberId: string,
  { change, passkeys = [] }: { change: SignInChange; passkeys?: readonly string[] },
  domain: string,
): Promise<void> {
  const member = await memberById(tx, memberId)
  if (!member) return
  const id = randomUUID()
  await promiseMail(tx, {
    id,
    messageId: `<${id}@${domain}>`,
    recipient: member.email,
    locale: member.locale,
    template: 'signInChanged',
    data: {
      change: serverWords(member.locale)(`letters.signInChange.${change}`),
      ...(passkeys.length > 0 && { passkeys: passkeys.map(unlinked).join('\n') }),
    },
  })
}

/** Mail programs make links of what looks like one, and who gave the passkey its name may be a thief. */
export const unlinked = (name: string) => name.replace(/[.:/@]+(?=\S)/g, ' ')

const placeFacts = ({ at = '', device = '', address = '' }: Record<string, string>): LetterContent['facts'] => [
  { label: 'letters.signIn.at', value: at },
  { label: 'letters.signIn.device', value: device },
  { label: 'letters.signIn.address', value: address },
]

export const sessionLetters = ({ origin }: { origin: () => string }) => ({
  newDevice: async (data: Record<string, string>): Promise<LetterContent> => ({
    facts: placeFacts(data),
    link: `${origin()}/my-security`,
  }),
  /** Whoever reads it can replace the password from wherever he is; logged in, he may need a code for it. */
  codesGuessed: async (data: Record<string, string>): Promise<LetterContent> => ({
    facts: placeFacts(data),
    link: `${origin()}/forgot`,
  }),
  signInChanged: async ({ change = '', passkeys = '' }: Record<string, string>): Promise<LetterContent> => ({
    facts: [
      { label: 'letters.signInChange.label', value: change },
      { label: 'letters.signInChange.passkeys', value: passkeys },
    ],
    link: `${origin()}/my-security`,
  }),
})
