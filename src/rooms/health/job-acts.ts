// What a person does about a job that failed: with a reason, written down, and only if it is still as he saw it.
import type { Database, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import { type FailedJob, giveUp, lockFailedJob, removeJob, tryAgain } from '#platform/jobs/queue.ts'
import { resolveAlert } from '#rooms/alerts/hands.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'

interface Why {
  seen: string
  reason: string
}

export type JobActs = ReturnType<typeof createJobActs>

export function createJobActs({ db }: { db: Database }) {
  const act = (
    name: 'retry' | 'giveUp' | 'remove',
    { id, seen, reason, caller }: Why & { id: number; caller: Caller },
    work: (tx: Transaction, job: FailedJob) => Promise<unknown>,
  ): Promise<null> =>
    db.transaction(async (tx) => {
      const job = await lockFailedJob(tx, id)
      if (!job) throw refused('health.refused.noJob')
      if (job.isRunning) throw refused('health.refused.running')
      if (job.seen !== seen) throw refused('health.refused.changed')
      await work(tx, job)
      const { task, attempts } = job
      const subject = { kind: 'job', id: String(id) } as const
      await audit(tx, { by: whoAsks(caller), act: `job.${name}`, subject, after: { task, attempts }, reason })
      return null
    })

  return {
    retry: (id: number, why: Why, caller: Caller) =>
      act('retry', { id, ...why, caller }, async (tx, job) => {
        await tryAgain(tx, id)
        await seenTo(tx, job)
      }),

    giveUp: (id: number, why: Why, caller: Caller) =>
      act('giveUp', { id, ...why, caller }, async (tx, job) => {
        if (job.isDead) throw refused('health.refused.dead')
        await giveUp(tx, id, job.error)
      }),

    remove: (id: number, why: Why, caller: Caller) =>
      act('remove', { id, ...why, caller }, async (tx, job) => {
        if (!job.isDead) throw refused('health.refused.trying')
        await removeJob(tx, id)
        await seenTo(tx, job)
      }),
  }
}

/** Nobody need look at it any more; should it die again, that is told anew. */
const seenTo = (tx: Transaction, { task, id }: FailedJob) =>
  resolveAlert(tx, { kind: 'job.dead', subject: `${task} ${id}` })
