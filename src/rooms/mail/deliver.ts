// Sends what the outbox promises: at least once, with the same words and the same message id on every try (decision C5).
import type { Config } from '#platform/config.ts'
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Identity } from '#platform/identity.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { bringForward } from '#platform/jobs/queue.ts'
import { loadOnce } from '#platform/load-once.ts'
import { SEND_MAIL } from './jobs.ts'
import { isLetter, type LetterTemplate, type Template } from './kinds.ts'
import { type LetterContent, writeLetter } from './letter.ts'
import type { MailFace } from './mail-page.ts'
import type { MailContent } from './order-content.ts'
import { openMail, sealMail } from './sealed-mail.ts'
import * as store from './store.ts'
import { type WrittenMail, writeOrderMail } from './write.ts'

export interface DeliveryOptions {
  db: Database
  keyring: Keyring
  smtpUrl: Config['smtpUrl']
  sender: Identity['sender']
  /** Who writes, in a language; `now`: undefined when that would have to be read. */
  face: { in(locale: string): Promise<MailFace>; now(locale: string): MailFace | undefined }
  writers(): MailWriters
  checks(): MailChecks
  /** After so many milliseconds a sending is given up, whatever the mail server says meanwhile. */
  longestMs?: number
}

type LetterWriter = (data: Record<string, string>, mail: store.MailRow) => Promise<LetterContent>

/** What mails say, from the rooms that they are about. Called once per mail: the words are kept. */
export interface MailWriters extends Record<LetterTemplate, LetterWriter> {
  /** Every mail about an order. */
  order(mail: store.MailRow): Promise<MailContent>
  operatorAlert(data: Record<string, string>): WrittenMail
}

/**
 * Whether what a mail tells still holds, from the rooms that know: its link opens, its order can be paid. Without one it always does.
 * `later`: it waits for something that may take days, and uses up no try.
 */
export type MailChecks = {
  [T in Template]?: (data: Record<string, string>, mail: store.MailRow) => Promise<boolean | 'later'>
}

export type Delivery = ReturnType<typeof createDelivery>

/** Writes a mail about an order whose facts are at hand. */
export type WriteNow = (mail: Pick<store.NewMail, 'id' | 'template'>, content: MailContent) => store.Written

const NOT_TAKEN = 'the mail server did not take it: '
/**
 * Answers that are about the server or this shop's login, whoever the mail is for: it is about to close (RFC 5321 §3.8), or whoever asks
 * has not signed in, or may not.
 */
const OF_THE_SERVER = [421, 454, 530, 535]
/** Nodemailer's names for a login and a greeting that were refused, whatever number was said. */
const WHATEVER_SAID = ['EAUTH', 'EPROTOCOL']
/** Why no mail at all was taken: a name of Node's or nodemailer's, or such an answer. */
const WHOLE_SERVER = `([A-Z]+|${OF_THE_SERVER.join('|')})`
const AT_ONCE = 100
/** One that says a word now and then is never silent, and would keep its place for ever. Twice what RFC 5321 leaves it for the last word. */
const LONGEST_MS = 1_200_000
const LATER_MS = 5 * 60_000

export function createDelivery(options: DeliveryOptions) {
  const { db, keyring, smtpUrl, sender, face, writers, checks, longestMs = LONGEST_MS } = options
  const connection = loadOnce(() => connect(smtpUrl!))
  /** It may have been, before this process. */
  let wasAway = true

  /** It is back: mails that it could not take would wait for hours, for each try comes later than the one before. */
  async function sendWaiting() {
    if (!wasAway) return
    wasAway = (await bringForward(db, SEND_MAIL.name, `^${NOT_TAKEN}${WHOLE_SERVER}$`, AT_ONCE)) === AT_ONCE
  }

  /** The words of a mail: as they were first written, or written now and kept. */
  async function words(mail: store.MailRow): Promise<WrittenMail> {
    const { id, sealed } = mail
    if (sealed) return openMail(keyring, { id, sealed })
    const frame = { locale: mail.locale, face: await face.in(mail.locale) }
    const { template } = mail
    const of = writers()
    const written =
      template === 'operatorAlert'
        ? of.operatorAlert(mail.data)
        : isLetter(template)
          ? writeLetter({ ...(await of[template](mail.data, mail)), template, ...frame })
          : writeOrderMail({ ...(await of.order(mail)), template, ...frame })
    const first = await store.keepWriting(db, id, sealMail(keyring, id, written))
    return first === 1 ? written : words((await store.mailById(db, id))!)
  }

  /** For mails that are promised and written in one transaction; undefined: it must be written by the job. */
  function writerNow(locale: string): WriteNow | undefined {
    const ours = face.now(locale)
    if (!ours) return undefined
    return ({ id, template }, content) => {
      const written = writeOrderMail({ ...content, template, locale, face: ours })
      // Where there is no mail server, it is done by being kept.
      return { sealed: sealMail(keyring, id, written), state: smtpUrl ? 'queued' : 'kept' }
    }
  }

  return {
    words,
    writerNow,
    latest: (limit: number) => store.latestMails(db, limit),
    byId: (id: string) => store.mailById(db, id),

    /** Job. Throws when the mail server does not take it; the job is then tried again, unless the mail has lapsed by then. */
    async send(mailId: string): Promise<void> {
      const mail = await store.mailById(db, mailId)
      if (mail?.state !== 'queued') return
      const holds = await checks()[mail.template]?.(mail.data, mail)
      if (holds === false) return void (await store.markLapsed(db, mail.id))
      if (holds === 'later')
        return enqueue(db, SEND_MAIL, { mailId }, { afterMs: LATER_MS, key: `mail ${mailId}`, outside: 'mail' })
      const written = await words(mail)
      failpoint('mail written')
      if (!smtpUrl) return void (await store.markDone(db, mail.id, 'kept'))
      const transport = await connection.wanted()
      try {
        await transport.sendMail({
          from: sender(),
          to: mail.recipient,
          messageId: mail.messageId,
          date: mail.createdAt,
          signal: AbortSignal.timeout(longestMs),
          ...written,
        })
      } catch (error) {
        await store.countAttempt(db, mail.id)
        // The server's answer may quote the mail; its code says enough.
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        const answer = code && WHATEVER_SAID.includes(code) ? code : responseCode
        wasAway ||= typeof answer !== 'number' || OF_THE_SERVER.includes(answer)
        throw new Error(`${NOT_TAKEN}${answer ?? code ?? 'unknown'}`)
      }
      failpoint('mail sent')
      await store.markDone(db, mail.id, 'sent')
      await sendWaiting()
    },

    close: async () => (await connection.begun())?.close(),
  }
}

/**
 * A server that cannot be reached, or does not greet, is given up within seconds: few mails are sent at once, and the others wait for
 * them. One that has a mail and has not said so yet has ten minutes (RFC 5321 §4.5.3.2.6): whoever hangs up before sends it twice.
 * Each mail has a connection of its own; Nodemailer's pool would send one again by itself whose connection broke. Read with the
 * first mail: of a start, it would be a tenth.
 */
export async function connect(smtpUrl: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000 })
}
