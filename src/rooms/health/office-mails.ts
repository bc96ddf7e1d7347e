// Serves the back office the mails, and sends one that was not taken.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { tryAgain } from '#platform/jobs/queue.ts'
import { isTypedUuid } from '#platform/uuid.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { mayMail, promiseMail } from '#rooms/mail/hands.ts'
import { SEND_MAIL } from '#rooms/mail/jobs.ts'
import { STAFF_LETTERS } from '#rooms/staff/hands.ts'
import { HEALTH_PER_PAGE } from './limits.ts'
import * as store from './mail-store.ts'
import { mailsOffice } from './office-mails-contract.ts'
import { plainError } from './plain.ts'

const ORDER_NO = /^[2-9A-HJKMNP-TV-Z]{10}$/
const AFTER = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f-]{36})$/

interface Served {
  db: Database
  secrets: readonly string[]
  /** Right-hand side of message ids: the shop's host. */
  mailDomain(): string
}

export function mailsOfficeCalls({ db, secrets, mailDomain }: Served) {
  return serves(mailsOffice, {
    'GET /office/health/mails': async ({ query: { state, q, after } }, caller) => {
      const shown = shownTo(caller)
      const wanted = wantedBy(q)
      // Whether there are mails to an address is told to whoever would see it.
      const mayBeBuyer = wanted?.recipient !== undefined && shown.recipient(wanted.recipient) === null
      if (!wanted || (mayBeBuyer && !shown.seesStaff)) return { rows: [], next: null, understood: false }
      const place = { after: readAfter(after), limit: HEALTH_PER_PAGE + 1 }
      const found = await store.listMails(db, { state, ...wanted, ...(mayBeBuyer && { templates: TO_STAFF }) }, place)
      const rows = found.slice(0, HEALTH_PER_PAGE)
      const last = rows.at(-1)
      return {
        rows: rows.map(shown.mail),
        next: found.length > rows.length && last ? `${last.at}_${last.id}` : null,
        understood: true,
      }
    },

    'GET /office/health/mails/{id}': async ({ params: { id } }, caller) => {
      const [mail] = await store.listMails(db, { id }, { limit: 1 })
      if (!mail) throw notFound()
      const job = await store.jobOfMail(db, id)
      return {
        ...shownTo(caller).mail(mail),
        isWritten: mail.isWritten,
        job: job ? shownJob(job, secrets) : null,
        seen: await store.seenOfMail(db, id),
      }
    },

    'POST /office/health/mail-test': (_, caller) =>
      db.transaction(async (tx) => {
        const by = whoAsks(caller)
        if (!(await mayMail(tx, by.email, 'mailTest'))) throw refused('health.refused.mailTests')
        const id = randomUUID()
        const messageId = `<${id}@${mailDomain()}>`
        await promiseMail(tx, {
          id,
          messageId,
          recipient: by.email,
          locale: caller.locale,
          template: 'mailTest',
          data: {},
        })
        await audit(tx, { by, act: 'mail.test', subject: { kind: 'mail', id } })
        return { id }
      }),

    'POST /office/health/mails/{id}/send': ({ params: { id }, body: { seen, reason } }, caller) =>
      db.transaction(async (tx) => {
        const mail = await store.lockMail(tx, id)
        if (!mail) throw notFound()
        if (mail.state === 'lapsed') throw refused('health.refused.mailLapsed')
        if (mail.state !== 'queued') throw refused('health.refused.mailSent')
        const job = await store.jobOfMail(tx, id)
        if (job?.isRunning) throw refused('health.refused.running')
        if ((await store.seenOfMail(tx, id)) !== seen) throw refused('health.refused.changed')
        if (job) await tryAgain(tx, job.id)
        else await enqueue(tx, SEND_MAIL, { mailId: id }, { outside: 'mail' })
        const after = { template: mail.template, ...(job && { attempts: job.attempts }) }
        const about = { memberId: mail.formerMember, email: mail.recipient }
        await audit(tx, { by: whoAsks(caller), act: 'mail.send', subject: { kind: 'mail', id }, after, reason, about })
        return null
      }),
  } satisfies Handlers<typeof mailsOffice>)
}

/** Templates of mails that go to whoever works here alone. */
const TO_STAFF = [...STAFF_LETTERS, 'mailTest']

/**
 * To whom a mail goes is said to whoever may see buyers, or colleagues where it goes to one, and of one's own mails to oneself. By an
 * address whoever sees colleagues finds what goes to colleagues alone: a buyer may have the same.
 */
function shownTo(caller: Caller) {
  const { permissions, email } = staffOf(caller)
  const recipient = (address: string) =>
    permissions.has('orders.read') || address.toLowerCase() === email.toLowerCase() ? address : null
  const seesStaff = permissions.has('staff.read')
  const mail = ({ at: _, isWritten: __, createdAt, sentAt, ...mail }: store.ListedMail) => ({
    ...mail,
    recipient: seesStaff && TO_STAFF.includes(mail.template) ? mail.recipient : recipient(mail.recipient),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  })
  return { recipient, mail, seesStaff }
}

const shownJob = ({ attempts, maxAttempts, runAt, isRunning, error }: store.MailJob, secrets: readonly string[]) => ({
  ...{ attempts, maxAttempts, isRunning },
  nextAt: attempts < maxAttempts ? runAt.toISOString() : null,
  error: plainError(error, secrets),
})

/** Undefined: what was typed has the shape of nothing that mails are found by. */
function wantedBy(q: string | undefined): store.MailsWanted | undefined {
  if (!q) return {}
  if (isTypedUuid(q)) return { id: q.toLowerCase() }
  if (q.includes('@')) return { recipient: q.toLowerCase() }
  // As people write them down.
  const orderNo = q.replace(/[\s\p{P}]/gu, '').toUpperCase()
  return ORDER_NO.test(orderNo) ? { orderNo } : undefined
}

function readAfter(text: string | undefined): store.AfterMail | undefined {
  if (text === undefined) return undefined
  const [, at, id] = AFTER.exec(text) ?? []
  if (!at || !id || !isTypedUuid(id) || Number.isNaN(Date.parse(at)))
    throw invalid([{ path: 'after', message: 'error.invalid' }])
  return { at, id }
}
