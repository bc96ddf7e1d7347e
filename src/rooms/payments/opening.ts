// Opens payments: the shopper is sent where he pays, for one attempt at a time.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { refused } from '#platform/http/errors.ts'
import type { Log } from '#platform/log.ts'
import { type Asking, isOpen } from './asking.ts'
import type { ProviderOf } from './method-health.ts'
import type { Method } from './methods.ts'
import {
  type PaymentAttempt,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
} from './providers/provider.ts'
import type { Payable, Settlement } from './settlement.ts'
import * as store from './store.ts'

/** First question to the provider when no webhook came. */
export const FIRST_POLL_MS = 60_000

export interface OpeningOptions {
  db: Database
  log: Log
  providerOf: ProviderOf
  shopName: () => string
  origin: () => string
  settlement: Settlement
  settle: Asking['settle']
}

export function createOpening(options: OpeningOptions) {
  const { db, log, providerOf, settle } = options

  /** Asks the provider to open the attempt. Undefined: it could not, or nobody knows; the order can be paid again. */
  async function open(order: Payable, attemptId: string, method: Method): Promise<string | undefined> {
    const provider = providerOf(method.provider, method.id)
    if (!provider) return undefined
    const asked = attemptAt(provider, order, { ...options, attemptId, code: method.code })
    try {
      const created = await provider.create(asked)
      failpoint('payment created')
      // Whatever is to be done without a page of the provider's stands with the order; a form has a page of ours.
      const redirectUrl =
        created.how === 'redirect'
          ? created.redirectUrl
          : created.how === 'form'
            ? formPage(options.origin(), order)
            : asked.returnUrl
      if (!provider.isHere) await store.recordCreated(db, attemptId, created, redirectUrl)
      failpoint('payment stored')
      if (created.how === 'settled') await settleAtOnce(attemptId)
      return redirectUrl
    } catch (error) {
      if (error instanceof ProviderRefused) await store.recordRefused(db, attemptId)
      else await store.endOpening(db, attemptId)
      if (!(error instanceof ProviderRefused || error instanceof ProviderUnreachable)) throw error
      log.warn({ err: error, provider: provider.id }, 'a payment could not be opened')
      return undefined
    }
  }

  /** As a confirmed payment is settled: by what the provider answers. Without an answer it is asked again by the clock. */
  async function settleAtOnce(attemptId: string): Promise<void> {
    const payment = await store.paymentById(db, attemptId)
    if (!payment) return
    await settle(payment).catch((err) =>
      log.warn({ err, provider: payment.provider }, 'a payment that is settled already could not be asked about'),
    )
  }

  /** Where the shopper pays an order again: the open attempt if the provider still takes it, else a new one. */
  async function reopen(order: Payable, method: Method): Promise<string | undefined> {
    const provider = providerOf(method.provider)
    if (!method.enabled || !provider) return undefined
    await leaveOthers(order.id, method)
    for (;;) {
      const latest = latestAt(method, await store.paymentsOf(db, order.id))
      const fits = latest && latest.amount === order.total
      if (fits && provider.isHere && isOpen(latest)) return open(order, latest.id, method)
      if (fits && latest.redirectUrl && (latest.state === 'created' || latest.state === 'pending')) {
        const answered = await settle(latest).catch(() => undefined)
        // Who holds a voucher may pay another way (decision C2): should both be paid, the second goes back.
        const isPayable = answered?.state === 'pending' && !answered.pageClosed
        if (isPayable || answered?.state === 'completed') return latest.redirectUrl
      }
      if (fits && latest.state === 'created' && !latest.redirectUrl) {
        // Somebody is asking the provider at this moment: his answer is ours.
        if (!(await store.claimOpening(db, latest.id))) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          continue
        }
        // The answer to its creation was lost: Stripe answers the same attempt again with the same page; Payssion refuses
        // the repetition, and nobody can have paid what no shopper was sent to.
        const url = await open(order, latest.id, method)
        if (url) return url
      }
      const id = await startAttempt(options, order, method, latest?.id)
      if (id) return open(order, id, method)
    }
  }

  /** Another method replaces what was begun: the earlier pages are closed first, so that nobody pays in two tabs. */
  async function leaveOthers(orderId: string, method: Method): Promise<void> {
    for (const attempt of await store.paymentsOf(db, orderId)) {
      if (attempt.methodId === method.id || !isOpen(attempt)) continue
      await close(attempt)
        .then(() => settle(attempt))
        .catch((err) => log.warn({ err, provider: attempt.provider }, 'an earlier payment could not be closed'))
    }
  }

  /** Job: an order was paid or given up; its open attempts take no more money, where the provider can be told. */
  async function closeAttempts(orderId: string): Promise<void> {
    for (const payment of await store.paymentsOf(db, orderId)) await close(payment)
  }

  /** Harmless for one that is settled already: what became of it is for `settle` to say. */
  async function close({ provider, methodId, providerRef, state }: store.PaymentRow): Promise<void> {
    if (providerRef && (state === 'created' || state === 'pending'))
      await providerOf(provider, methodId)?.close?.({ providerRef })
  }

  return { open, reopen, closeAttempts }
}

/** Shows what happens, and takes the form to the provider (decision F8). */
function formPage(origin: string, { id, orderNo }: Payable): string {
  return `${origin}/paypal?${new URLSearchParams({ order_id: id, order_no: orderNo })}`
}

/** What the provider is asked for. */
export function attemptAt(
  { id }: PaymentProvider,
  order: Payable,
  {
    attemptId,
    code,
    shopName,
    origin,
  }: Pick<OpeningOptions, 'shopName' | 'origin'> & Pick<PaymentAttempt, 'attemptId' | 'code'>,
): PaymentAttempt {
  // Not the result page itself: Payssion adds its own order_id, which is our attempt, to the address that it is given.
  const returnUrl = `${origin()}/pay-return/${order.id}/${order.orderNo}`
  return {
    attemptId,
    orderId: order.id,
    orderNo: order.orderNo,
    amountMinor: order.total,
    currency: order.currency,
    description: `${shopName()} ${order.orderNo}`,
    code,
    email: order.deliveryEmail,
    locale: order.locale,
    returnUrl,
    cancelUrl: `${returnUrl}?cancelled=1`,
    notifyUrl: `${origin()}/prod-api/api/pay/notify/${id}`,
    expiresAt: order.expiresAt,
  }
}

const latestAt = (method: Method, attempts: store.PaymentRow[]) =>
  attempts.find((attempt) => attempt.methodId === method.id)

/** A new attempt after `seen`; undefined when somebody else began one meanwhile. One shopper who presses twice has one. */
function startAttempt(
  { db, settlement }: OpeningOptions,
  order: Payable,
  method: Method,
  seen: string | undefined,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const locked = await settlement.lock(tx, order.id)
    if (!locked) throw new Error('a payment of an order that is not there')
    await settlement.mayPay(tx, locked)
    if (latestAt(method, await store.paymentsOf(tx, order.id))?.id !== seen) return undefined
    return anotherAttempt(tx, order, method)
  })
}

/** Each may have a session at its provider. */
const MOST_ATTEMPTS = 20

/** For one that has been tried so often that nothing more is begun for it. */
export async function refuseTooManyTries(tx: Transaction, orderId: string): Promise<void> {
  if ((await store.paymentsOf(tx, orderId)).length >= MOST_ATTEMPTS) throw refused('pay.tooManyTries')
}

/** A further attempt at the order, which is locked, by this method; answers its id. */
export async function anotherAttempt(tx: Transaction, order: Payable, method: Method): Promise<string> {
  await refuseTooManyTries(tx, order.id)
  const id = randomUUID()
  await store.insertAttempt(tx, {
    id,
    orderId: order.id,
    provider: method.provider,
    methodId: method.id,
    amount: order.total,
    fee: order.fee,
    currency: order.currency,
    pollMs: FIRST_POLL_MS,
  })
  return id
}
