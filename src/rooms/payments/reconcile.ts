// Each night what providers have on their own lists is compared with what we know; where one has no list, every attempt of
// the last week is asked about again (docs/decisions/051). A list is a reason to ask and nothing more: what is believed is
// the provider's answer (decision C4), which takes effect as it always does. In steps, each a job of its own that leaves
// how far it came, so that whoever dies or is stopped is gone on from there.
import type { Database } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Origin } from '#platform/http/origin.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Asking } from './asking.ts'
import { createComparing, endsComparing } from './comparing.ts'
import { createDifferences } from './differences.ts'
import { RECONCILE_STEP } from './jobs.ts'
import type { ProviderOf } from './method-health.ts'
import { type ListedMovement, ProviderRefused, ProviderUnreachable } from './providers/provider.ts'
import * as store from './reconcile-store.ts'
import type { Settlement } from './settlement.ts'
import { type PaymentRow, paymentById } from './store.ts'

export interface ReconcilingOptions {
  db: Database
  log: Log
  providerOf: ProviderOf
  /** Names of those that have books of their own. */
  compared: () => readonly string[]
  settle: Asking['settle']
  settlement: Pick<Settlement, 'lock' | 'isOnBalance'>
  origin: Pick<Origin, 'isCalled'>
}

/** Payments that one step asks about. */
const ASKED_AT_ONCE = 20

interface Did {
  to: { stage: store.Stage; cursor: string | null } | null
  seen?: number
  asked?: number
  unanswered?: number
}

export function createReconciling(options: ReconcilingOptions) {
  const { db, log, providerOf } = options
  const stages = createStages(options)

  /** Job: by the clock, or because a person wants it (`now`). */
  async function begin(now = false): Promise<void> {
    const connected = options.compared().map((name) => ({ name, lists: Boolean(providerOf(name)?.list) }))
    await db.transaction(async (tx) => {
      for (const provider of await store.beginDue(tx, connected, now)) await goOn(tx, provider)
    })
  }

  const goOn = (tx: Parameters<typeof enqueue>[0], provider: string) =>
    enqueue(tx, RECONCILE_STEP, { provider }, { key: `reconcile ${provider}`, outside: provider })

  /** Job. Throws when the provider gives no answer: the job comes again. */
  async function step(provider: string): Promise<void> {
    const run = await store.runOf(db, provider)
    if (!run || !providerOf(provider)) return
    const { to, seen = 0, asked = 0, unanswered = 0 } = await stages[run.stage](run)
    failpoint('reconciliation step done')
    await db.transaction(async (tx) => {
      if (!(await store.advance(tx, run, to, { seen, asked, unanswered }))) return
      if (to) return goOn(tx, provider)
      const all = { seen: run.seen + seen, asked: run.asked + asked, unanswered: run.unanswered + unanswered }
      log.info({ provider, from: run.from, to: run.to, ...all }, 'payments were compared with the provider')
    })
  }

  return { begin, step, progress: () => store.progress(db, options.compared()) }
}

/** What each stage does in one step, and where it goes on. */
function createStages(options: ReconcilingOptions): Record<store.Stage, (run: store.Run) => Promise<Did>> {
  const { db, log, providerOf, origin } = options
  const differences = createDifferences(options)
  const comparing = createComparing({ ...options, differences })

  /** One page of the provider's list. */
  async function readList(run: store.Run): Promise<Did> {
    const { provider, from, to, cursor } = run
    const list = providerOf(provider)!.list
    const page = await list?.({ from, to, cursor }).catch((error) => {
      // The account may not read it: what each payment is can be asked all the same.
      if (!(error instanceof ProviderRefused)) throw error
      log.error({ err: error, provider }, 'a provider does not let its list be read; payments are asked about instead')
    })
    if (!page) {
      await store.forgetListedAs(db, provider)
      return { to: { stage: 'ask', cursor: null } }
    }
    const find = await store.paymentsListed(db, provider, page.movements)
    const onTheirWay: string[] = []
    const listed = new Set<string>()
    const listedOtherwise = new Set<string>()
    const toAsk = new Map<string, ListedMovement>()
    for (const movement of page.movements) {
      const payment = find(movement) ?? (await findByAsking(options, provider, movement))
      if (movement.says === 'pending') {
        if (payment) onTheirWay.push(payment.id)
        else if (isOurs(movement)) await differences.expectStranger(provider, movement)
      } else if (!payment) {
        if (isOurs(movement)) await differences.noteStranger(provider, movement)
      } else if (movement.says === 'paid' && isPaidAs(payment, movement)) listed.add(payment.id)
      else if (movement.says === 'paid' || !toAsk.has(payment.id)) toAsk.set(payment.id, movement)
    }
    const did = await comparing.compareAll([...toAsk.keys()])
    for (const [id, movement] of toAsk) {
      const now = movement.says === 'paid' ? await paymentById(db, id) : undefined
      if (!now) continue
      if (isPaidAs(now, movement)) listed.add(id)
      else {
        listedOtherwise.add(id)
        // What differs is told already.
        if (!did.unanswered.includes(id) && !did.differing.includes(id)) await differences.noteListed(now, movement)
      }
    }
    await store.markListed(db, [...onTheirWay, ...listed])
    // What has been told ends once all pages are read, for another one may say otherwise.
    await store.noteListedAs(db, [...listedOtherwise], false)
    await store.noteListedAs(db, [...listed], true)
    return {
      to: page.next === null ? { stage: 'unlisted', cursor: null } : { stage: 'list', cursor: page.next },
      seen: page.movements.length,
      asked: toAsk.size,
      unanswered: did.unanswered.length,
    }
  }

  const isOurs = ({ shop }: ListedMovement) => shop === '' || origin.isCalled(shop ?? '')

  async function askSome(
    run: store.Run,
    next: (db: Database, run: store.Run, limit: number) => Promise<store.ToAsk[]>,
  ): Promise<Did> {
    const rows = await next(db, run, ASKED_AT_ONCE)
    const ids = rows.map(({ id }) => id)
    const missing = new Set(rows.filter(({ isMissing }) => isMissing).map(({ id }) => id))
    const { unanswered } = await comparing.compareAll(ids, missing)
    const last = ids.length < ASKED_AT_ONCE ? undefined : ids.at(-1)
    return {
      to: last ? { stage: run.stage, cursor: last } : { stage: 'open', cursor: null },
      asked: ids.length,
      unanswered: unanswered.length,
    }
  }

  /** What was found to differ, also on earlier nights. */
  async function lookAgain({ provider, cursor }: store.Run): Promise<Did> {
    const open = await store.openDifferences(db, provider, cursor, ASKED_AT_ONCE)
    for (const one of open)
      await comparing.lookAgain(one).catch((error) => {
        if (endsComparing(error)) throw error
        log.warn({ err: error, difference: one.id }, 'a difference could not be looked at again')
      })
    const last = open.length < ASKED_AT_ONCE ? undefined : open.at(-1)
    return { to: last ? { stage: 'open', cursor: String(last.id) } : null }
  }

  return {
    list: readList,
    unlisted: (run) => askSome(run, store.unlistedAfter),
    ask: (run) => askSome(run, store.attemptsAfter),
    open: lookAgain,
  }
}

/** As the provider's list has it. */
const isPaidAs = ({ paidAmount, currency }: PaymentRow, listed: ListedMovement) =>
  paidAmount === listed.amountMinor && currency === listed.currency

/** What went back may name only what the provider calls its payment. */
async function findByAsking(
  { db, providerOf }: Pick<ReconcilingOptions, 'db' | 'providerOf'>,
  provider: string,
  { says, providerRef, attemptId, shop }: ListedMovement,
) {
  if (says !== 'touched' || attemptId !== null || shop !== null) return undefined
  const state = await providerOf(provider)!
    .query({ providerRef, attemptId: '' })
    .catch((error) => {
      if (error instanceof ProviderRefused || (error instanceof ProviderUnreachable && error.isUnreadable))
        return undefined
      throw error
    })
  return state && isUuid(state.attemptId) ? paymentById(db, state.attemptId) : undefined
}
