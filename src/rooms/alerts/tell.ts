// Tells the operator by mail what he must know: at once where it is about money, else one digest per kind and ten minutes
// (decision E7). Found by looking, not by a job per alert, so that no alert waits for another's transaction.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import { deadJobs, dropDeadJob } from '#platform/jobs/dead.ts'
import type { Log } from '#platform/log.ts'
import { promiseMail } from '#rooms/mail/hands.ts'
import { alertMailData } from './letter.ts'
import * as store from './store.ts'

export interface TellingOptions {
  db: Database
  log: Log
  /** Where the operator reads his mail. */
  to: string
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
}

export function createTelling({ db, log, to, mailDomain }: TellingOptions) {
  return {
    /** Every two seconds. One process at a time: a kind has one digest, however many look. */
    tell(): Promise<void> {
      return db.transaction(async (tx) => {
        if (!(await store.lockTelling(tx))) return
        for (const kind of await store.kindsToTell(tx)) {
          const alerts = await store.takeUntold(tx, kind)
          const id = randomUUID()
          await promiseMail(tx, {
            id,
            messageId: `<${id}@${mailDomain()}>`,
            recipient: to,
            locale: DEFAULT_LOCALE.code,
            template: 'operatorAlert',
            data: alertMailData(kind, alerts),
          })
        }
      })
    },

    /** Jobs that are tried no more. That a mail cannot be sent is not told by mail: it is in the log and at `readyz`. */
    async findDeadJobs(): Promise<void> {
      for (const job of await deadJobs(db)) {
        const { id, task, attempts, payload, scheduled } = job
        if (task === 'mail.send') {
          log.error(
            { jobId: id, mailId: payload.mailId },
            'a mail was not taken as often as it was tried and is given up',
          )
        } else {
          const details = scheduled ? { task } : { task, job: id, attempts, payload }
          await store.raiseAlert(db, { kind: 'job.dead', subject: scheduled ? task : `${task} ${id}`, details })
        }
        await dropDeadJob(db, job)
      }
    },
  }
}
