// Tells the operator what he must know, by mail and wherever else he wants it: at once where it is about money, else one digest per kind and ten minutes
// (decision E7). Found by looking, not by a job per alert, so that no alert waits for another's transaction.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { InTransaction } from '#platform/events/define.ts'
import type { Events } from '#platform/events/events.ts'
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import { deadJobs, dropDeadJob } from '#platform/jobs/dead.ts'
import { eachOf } from '#platform/jobs/each.ts'
import { idsIn } from '#platform/jobs/ids-in.ts'
import type { Log } from '#platform/log.ts'
import { mailedWithin, promiseMail } from '#rooms/mail/hands.ts'
import { JOB_DEAD } from './events.ts'
import { alertMailData } from './letter.ts'
import type { Sending } from './sending.ts'
import * as store from './store.ts'

/** Between two mails about one kind that are not about money. */
const PAUSE_MINUTES = 10

export interface TellingOptions {
  db: Database
  events: Events
  log: Log
  sending: Pick<Sending, 'promise'>
  /** Where the operator reads his mail. */
  to: () => string
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
}

export function createTelling({ db, events, log, sending, to, mailDomain }: TellingOptions) {
  return {
    /** Every two seconds. One process at a time: a kind has one digest, however many look. */
    tell(): Promise<void> {
      return db.transaction(async (tx) => {
        if (!(await store.lockTelling(tx))) return
        const untold = await store.untoldKinds(tx)
        if (untold.length === 0) return
        const mailed = await mailedWithin(tx, { recipient: to(), template: 'operatorAlert' }, PAUSE_MINUTES)
        for (const { kind, money } of untold) {
          // What is about money is told always; the rest once its kind has not been mailed for a while, whatever it says by now.
          if (!money && mailed.some((mail) => mail.kind === kind)) continue
          const { ids, alerts } = await store.takeUntold(tx, kind)
          const id = randomUUID()
          await promiseMail(tx, {
            id,
            messageId: `<${id}@${mailDomain()}>`,
            recipient: to(),
            locale: DEFAULT_LOCALE.code,
            template: 'operatorAlert',
            data: alertMailData(kind, alerts),
          })
          await sending.promise(tx, kind, ids)
        }
      })
    },

    /** Jobs that are tried no more. That a mail cannot be sent is not told by mail: it is in the log and at `readyz`. */
    async findDeadJobs(): Promise<void> {
      await eachOf(await deadJobs(db), (job) =>
        db.transaction(async (tx) => {
          const { id, task, attempts, payload, scheduled } = job
          if (!(await dropDeadJob(tx, job))) return
          if (task === 'mail.send') {
            log.error(
              { jobId: id, mailId: payload.mailId },
              'a mail was not taken as often as it was tried and is given up',
            )
          } else {
            const dead = scheduled
              ? JOB_DEAD.of(task, { task }, {})
              : JOB_DEAD.of(`${task} ${id}`, { task, job: id, attempts }, { payload: idsIn(payload) })
            await events.append(tx, dead)
          }
        }),
      )
    },
  }
}

export const DEAD_JOB_TOLD: InTransaction = JOB_DEAD.inTransaction((tx, { subject, payload, atHand }) =>
  store.raiseAlert(tx, { kind: 'job.dead', subject, details: { ...payload, ...atHand } }),
)
