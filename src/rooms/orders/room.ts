// Orders: made at today's prices with their keys reserved, paid, delivered once, looked at by whoever may.
import { mergeCalls } from '#platform/http/serve.ts'
import { defineRoom, type House } from '#platform/room.ts'
import { captchaRoom } from '#rooms/captcha/room.ts'
import { contentRoom } from '#rooms/content/room.ts'
import { couponsRoom } from '#rooms/coupons/room.ts'
import { levelsRoom } from '#rooms/levels/room.ts'
import { mailRoom } from '#rooms/mail/room.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { paymentsRoom } from '#rooms/payments/room.ts'
import { keepSales } from '#rooms/products/hands.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { SERVE_WAITING } from '#rooms/vault/jobs.ts'
import { ALERT_DETAILS, ALERTS } from './alerts.ts'
import { ordersCalls } from './api.ts'
import { createOrderAccess } from './buyer/access.ts'
import { forgetRequests } from './buyer/access-store.ts'
import { joinAgain, MEMBERS_JOINED } from './buyer/join.ts'
import { deliveredToMember, orderIdsOf, ownsOrderNo } from './buyer/member-store.ts'
import { EVENTS } from './events.ts'
import { countedMoves } from './figures.ts'
import { COMPLETE_OLD, COUNT_SALES, FIND_ORDERS, FORGET_REQUESTS, JOIN_GUESTS, REFUND_WAITING, REWARD } from './jobs.ts'
import { buyerTold } from './mails/buyer-told.ts'
import { orderMailContent } from './mails/mail-content.ts'
import { OPERATOR_TOLD } from './mails/operator-told.ts'
import { createOrderMails, orderMailsHold } from './mails/order-mails.ts'
import { newOrderCalls } from './making/new-order.ts'
import { limitsIn } from './making/reservation-settings.ts'
import { createReservations } from './making/reservations.ts'
import { ordersOfficeActCalls } from './office-calls/office-acts.ts'
import { ordersOfficeCalls } from './office-calls/office-calls.ts'
import { ordersAsFile } from './office-calls/office-list.ts'
import { ordersOfficePaymentCalls } from './office-calls/office-payments.ts'
import { hasDelivered, orderMeant, orderNumbers } from './office-calls/office-store.ts'
import { ordersOfficeTodayCalls } from './office-calls/office-today.ts'
import { PERMISSIONS } from './permissions.ts'
import { personalOrders } from './personal.ts'
import { SETTINGS } from './settings.ts'
import { createRewarding, membersRewarded } from './settling/reward.ts'
import { createSettling } from './settling/settle.ts'
import { changedSales } from './sold-store.ts'
import { deliveredTo } from './store.ts'
import { readdressedLetter, topUpLetters } from './top-ups/top-up-letters.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'order-access': unknown
    idempotency: unknown
    browser: unknown
    mailbox: unknown
    'typed-address': unknown
  }
}

/** By name, as all who find products that way find them. */
const namesOf = (declared: House['declared']) => (name: string, locale: string, limit: number) =>
  Object.values(declared('productNames')).flatMap((find) => find(name, locale, limit))

export const ordersRoom = defineRoom({
  name: 'orders',
  needs: {
    products: productsRoom,
    currencies: moneyRoom,
    altcha: captchaRoom,
    coupons: couponsRoom,
    levels: levelsRoom,
    mail: mailRoom,
    content: contentRoom,
    paying: paymentsRoom,
  },
  secrets: {
    ...{ 'order-access': 'passing', idempotency: 'kept', browser: 'kept', mailbox: 'passing' },
    'typed-address': 'passing',
  },
  settings: SETTINGS,
  events: EVENTS,
  open({ db, log, keyring, config, identity, metrics, origin, mailDomain, settings, events, declared }, needed) {
    const { products: { catalogue }, currencies, altcha, coupons, levels, mail, paying } = needed // biome-ignore format: one line
    const { payments, methods, offers } = paying
    const { seller } = needed.content.siteTexts
    const access = createOrderAccess({ db, keyring, https: config.isHttps })
    const mailContent = orderMailContent({ db, keyring, catalogue, currencies, methods, access, origin })
    const settling = createSettling({ events, writerNow: mail.writerNow, settings })
    const reservations = createReservations({ keyring, altcha, limits: () => limitsIn(settings, config.unpaid) })
    const rewarding = createRewarding({ db, levels })
    const orderMails = createOrderMails({ db, keyring, mailDomain })
    return {
      calls: mergeCalls(
        ordersOfficeCalls({ db, settings, keyring, byName: namesOf(declared) }),
        ordersOfficeActCalls({ db, settling, payments, mailDomain }),
        newOrderCalls({
          ...{ db, keyring, catalogue, currencies, settings, coupons, levels, settling, offers, payments, orderMails },
        }),
        ordersOfficeTodayCalls({ db, settings }),
        ordersOfficePaymentCalls({ db, progress: payments.reconciling.progress, shopName: identity.name, seller }),
        ordersCalls({
          db,
          keyring,
          catalogue,
          currencies,
          settings,
          payments,
          methods,
          offers,
          settling,
          access,
          coupons,
          levels,
          reservations,
        }),
      ),
      jobs: [
        SERVE_WAITING.does(({ offerId }) => settling.serveWaiting(db, offerId)),
        COMPLETE_OLD.does(() => settling.completeOld(db), { cron: '17 * * * *' }),
        REFUND_WAITING.does(() => settling.refundWaiting(db), { cron: '*/10 * * * *' }),
        JOIN_GUESTS.does(({ memberId }) => joinAgain(db, memberId)),
        REWARD.does(({ orderId }) => rewarding(orderId)),
        FIND_ORDERS.does((wanted) => orderMails.find(wanted)),
        COUNT_SALES.does(async () => keepSales(db, await changedSales(db)), { cron: '27 * * * *' }),
        FORGET_REQUESTS.does(() => forgetRequests(db), { cron: '41 * * * *' }),
      ],
      // What is looked for again and again, too often for a row in the job queue each time.
      ticks: [
        { name: 'order.expireOverdue', everyMs: 1_000, run: () => settling.expireOverdue(db) },
        { name: 'order.remindUnpaid', everyMs: 20_000, run: () => orderMails.remindUnpaid() },
      ],
      pages: { personal: ['/bill-pay', '/paypal', '/success-payment'] },
      subscribes: [
        ...buyerTold({ mailDomain, writing: { keyring, log, contentOf: mailContent.contentOf } }),
        ...OPERATOR_TOLD,
        ...MEMBERS_JOINED,
        ...membersRewarded(levels),
        ...countedMoves(metrics.registry),
      ],
      declares: {
        ...{ alerts: ALERTS, alertDetails: ALERT_DETAILS },
        firstSteps: { purchase: () => hasDelivered(db) },
        // What orders reserve is limited by itself, exactly (reservations.ts).
        limits: { orders: config.ordersPerMinute },
        permissions: PERMISSIONS,
        lists: { orders: ordersAsFile({ db, settings }) },
        histories: { order: 'orders.read' },
        ...{ subjectNames: { order: orderNumbers }, subjectMeant: { order: orderMeant } },
        personal: { orders: personalOrders(db) },
        settlement: settling.settlement,
        receipts: {
          orders: async (tx, caller, email, productId) => {
            const own =
              caller.principal.kind === 'member'
                ? await deliveredToMember(tx, caller.principal.memberId, productId)
                : []
            return [...new Set([...own, ...(await deliveredTo(tx, await access.held(tx, caller), email, productId))])]
          },
        },
        ...{ ownOrders: { orders: ownsOrderNo }, orderIds: { orders: orderIdsOf } },
        guardHeaders: { order: 'order-access' },
        guards: { order: (id, caller) => access.require(id, caller) },
        mails: {
          order: mailContent.read,
          orderReaddressed: readdressedLetter({ db }),
          ...topUpLetters({ db, methods, origin }),
        },
        mailsHold: orderMailsHold(db),
      },
    }
  },
})
