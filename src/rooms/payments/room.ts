// Money: the providers, what they are asked and what they announce. What it means for an order is the orders' business.
import { keep } from '#platform/database/kept.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { mergeCalls } from '#platform/http/serve.ts'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { valuesOf } from '#platform/variables.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { ALERT_DETAILS, ALERTS } from './alerts.ts'
import { paymentsCalls } from './api.ts'
import { METHOD_MENDED, METHOD_REFUSED } from './events.ts'
import {
  ASK,
  CLOSE_ATTEMPTS,
  HANDLE_EVENT,
  POLL_DUE,
  RECONCILE,
  RECONCILE_STEP,
  SEND_REFUND,
  TELL_UNCONFIRMED,
} from './jobs.ts'
import { type Offers, watchMethods } from './method-health.ts'
import { methodNames } from './method-names.ts'
import { fillMethods, methodRows } from './method-store.ts'
import { forbiddenFees, isForMembers, methodsIn } from './methods.ts'
import { forgetNotices } from './notice-store.ts'
import { methodsOfficeCalls } from './office-calls.ts'
import { OPERATOR_TOLD } from './operator-told.ts'
import { createPayments } from './payments.ts'
import { connectProviders } from './providers/connected.ts'
import { drawnMarks, MARKS } from './providers/marks.ts'
import { PROVIDERS, providerVariables } from './providers/registry.ts'
import { knowProviders } from './reconcile-store.ts'
import { notCompared, showProgress } from './reconcile-told.ts'
import { endInVain } from './refunds.ts'
import { returnFromPayment } from './return.ts'
import { SETTINGS } from './settings.ts'
import type { Settlement } from './settlement.ts'
import { SIMULATOR_PAGES, simulatorPages } from './simulator-pages.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** By the room of what is paid: what it does when a provider says something of its money. */
    settlement: Settlement
  }
}

const CHANNEL = 'payments'

export const paymentsRoom = defineRoom({
  name: 'payments',
  needs: { currencies: moneyRoom },
  variables: providerVariables,
  settings: SETTINGS,
  events: [METHOD_REFUSED, METHOD_MENDED],
  channels: [CHANNEL],
  prepare: ({ db }) => fillMethods(db, PROVIDERS),
  async open(
    { db, listener, log, config, identity, metrics, origin, declared, events, settings, dropPages },
    { currencies },
  ) {
    const values = valuesOf(config, providerVariables())
    const { mode } = config
    const connected = await connectProviders(PROVIDERS, { mode, merchant: identity.name(), values, log, db })
    const compared = [...connected.providers].flatMap(([name, { hasOurBooks }]) => (hasOurBooks ? [] : [name]))
    await knowProviders(db, compared)
    const marks = drawnMarks(PROVIDERS)
    const testPages = simulatorPages(connected.simulated)
    const providers = new Map([...connected.providers].map(([name, one]) => [name, testPages.reachable(one, origin)]))
    const kept = await keep({
      name: 'the payment methods',
      listener,
      channel: CHANNEL,
      concerns: (payload) => payload === 'methods',
      read: () => methodRows(db),
      // Every page names what one can pay by.
      onChange: () => dropPages([ALL_PAGES]),
      log,
    })
    const methods = methodsIn(() => kept.now)
    const feesToMend = () => (config.mode === 'live' ? forbiddenFees(kept.now, values) : [])
    for (const line of feesToMend()) log.warn(line)
    const isAccepted = acceptedIn(settings)
    const health = watchMethods({ db, events, log, methods, providers, isAccepted })
    const payments = createPayments({
      db,
      log,
      providerOf: health.providerOf,
      shopName: identity.name,
      origin,
      compared: () => compared,
      settlement: declared('settlement'),
      handlesNotices: config.worker,
    })
    showProgress(metrics.registry, () => payments.reconciling.progress())
    return {
      hands: {
        payments,
        methods,
        offers: health.offers,
      },
      calls: mergeCalls(
        paymentsCalls({ payments, offers: health.offers, currencies, marks: marks.of }),
        methodsOfficeCalls({ db, mode, environment: values, providers, isAccepted }),
      ),
      jobs: [
        HANDLE_EVENT.does(({ eventId, asked }) => payments.notices.handle(eventId, asked)),
        CLOSE_ATTEMPTS.does(({ orderId }) => payments.closeAttempts(orderId)),
        SEND_REFUND.does(({ refundId }) => payments.sendRefund(refundId)),
        POLL_DUE.does(() => payments.pollDue(), { cron: '* * * * *' }),
        TELL_UNCONFIRMED.does(() => payments.tellUnconfirmed(), { cron: '*/5 * * * *' }),
        ASK.does(({ paymentId }) => payments.ask(paymentId)),
        // Each hour, for it begins by the time of day or when it is overdue.
        RECONCILE.does(({ now }) => payments.reconciling.begin(now), { cron: '40 * * * *' }),
        RECONCILE_STEP.does(({ provider }) => payments.reconciling.step(provider)),
        forgetDaily(db, 'notices', { days: config.retention.notices, minute: 10, forget: forgetNotices }),
      ],
      ticks: [
        { name: 'payment.takeOver', everyMs: 1_000, run: () => payments.notices.takeOver() },
        { name: 'payment.refundsInVain', everyMs: 5_000, run: () => endInVain(db) },
      ],
      pages: { formTargets: { '/paypal': connected.formTargets } },
      responders: [
        { prefix: '/pay-return/', answer: returnFromPayment },
        { prefix: MARKS, answer: marks.answer },
        ...(config.mode === 'demo' ? [{ prefix: SIMULATOR_PAGES, answer: testPages.answer, posts: true }] : []),
      ],
      subscribes: OPERATOR_TOLD,
      declares: {
        ...{ alerts: ALERTS, alertDetails: ALERT_DETAILS },
        ...{ histories: { method: 'settings.read' }, subjectNames: { method: methodNames } },
        firstSteps: { payment: async () => takesMoney(await health.offers()) },
      },
      listening: () => connected.sendWebhooksTo(origin.local()),
      notes: async () => [
        ...(kept.behindSince
          ? [`payment methods: what changed since ${kept.behindSince.toISOString()} cannot be read`]
          : []),
        ...feesToMend(),
        ...notCompared(await payments.reconciling.progress()),
      ],
      async close() {
        await kept.close()
        await payments.notices.finished()
        await connected.close()
      },
    }
  },
})

/** Whether the operator has said yes to what a provider asks of him. */
const acceptedIn = (settings: Settings) => (provider: string) => {
  const acceptance = PROVIDERS.find(({ name }) => name === provider)?.acceptance
  return acceptance === undefined || settings.read(acceptance)
}

/** What members have with the shop itself brings none in. */
const takesMoney = (offers: Offers) => offers.list(['USD']).some(({ method }) => !isForMembers(method))
