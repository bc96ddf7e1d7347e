// What people in the back office do to orders: the acts of `npm run orders`, under their names.
import type { Database } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { askProof, type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { fromMajor } from '#platform/money.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import type { Payments } from '#rooms/payments/hands.ts'
import { OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { ActRefused } from '../acts/act-refused.ts'
import type { By, Done } from '../acts/acting.ts'
import { createActs } from '../acts/acts.ts'
import { createCancel } from '../acts/cancel.ts'
import { createCare } from '../acts/care.ts'
import { REFUND_PROVED_ABOVE } from '../limits.ts'
import { ordersOfficeActs } from '../office-act-contract.ts'
import { createByHand } from '../refunds/by-hand.ts'
import { createDisputeLost } from '../refunds/dispute-lost.ts'
import type { OrderStatus } from '../rules.ts'
import { createMarkPaid } from '../settling/mark-paid.ts'
import type { Settling } from '../settling/settle.ts'

interface Options {
  db: Database
  settling: Settling
  payments: Pick<Payments, 'askAnew'>
  mailDomain: () => string
}

export function ordersOfficeActCalls(of: Options) {
  const { db, settling, payments } = of
  const acts = createActs({ db, settling })
  const byHand = createByHand({ db, settling })
  const care = createCare(of)
  const cancel = createCancel(of)
  const markPaid = createMarkPaid({ db, settling, payments })
  const disputeLost = createDisputeLost({ db, settling })

  const by = (caller: Caller, { reason, seen }: { reason: string; seen?: string }): By => ({
    ...{ actor: staffOf(caller).email, reason, who: whoAsks(caller) },
    ...(seen !== undefined && { seen }),
  })

  /** For what costs the shop money: above a limit he must have proved himself lately. */
  const provedBy = (caller: Caller, body: { reason: string; seen: string }): By => ({
    ...by(caller, body),
    allow: (usdCents) => {
      if (usdCents > REFUND_PROVED_ABOVE) askProof(caller.principal, OFFICE_PROVED_WITHIN)
    },
  })

  return serves(ordersOfficeActs, {
    'POST /office/orders/{id}/hold': ({ params, body }, caller) => done(acts.hold(params.id, by(caller, body))),

    'POST /office/orders/{id}/release': ({ params, body }, caller) => done(acts.release(params.id, by(caller, body))),

    'POST /office/orders/{id}/accept': ({ params, body }, caller) => done(acts.accept(params.id, by(caller, body))),

    'POST /office/orders/{id}/refund': ({ params: { id }, body }, caller) => {
      const { amount, units } = body
      const who = provedBy(caller, body)
      return done(
        units
          ? acts.refundUnits(id, who, units)
          : acts.refund(id, who, amount === undefined ? null : fromMajor(amount)),
      )
    },

    'POST /office/orders/{id}/lost': ({ params, body }, caller) => done(disputeLost(params.id, provedBy(caller, body))),

    'POST /office/orders/{id}/resend': ({ params, body }, caller) => done(care.resend(params.id, by(caller, body))),

    'POST /office/orders/{id}/readdress': ({ params, body: { email, staysInAccount, ...why } }, caller) =>
      done(care.readdress(params.id, by(caller, why), { email, staysInAccount })),

    'POST /office/orders/{id}/replace': ({ params, body: { line, unit, ...why } }, caller) =>
      done(
        care.replace(params.id, by(caller, why), {
          ...{ line, unit },
          again: staffOf(caller).permissions.has('orders.replaceAgain'),
        }),
      ),

    'POST /office/orders/{id}/note': ({ params, body }, caller) => done(care.note(params.id, by(caller, body))),

    'POST /office/orders/{id}/cancel': ({ params: { id }, body: { unanswered = false, ...why } }, caller) =>
      done(cancel(id, by(caller, why), { unanswered })),

    'POST /office/orders/{id}/mark-paid': (
      { params, body: { amount, unanswered = false, reference, ...why } },
      caller,
    ) => done(markPaid(params.id, by(caller, why), { amount: fromMajor(amount), reference, unanswered })),

    'POST /office/refunds/{number}/made': ({ params: { number }, body }, caller) =>
      done(byHand.made(number, by(caller, body), body.reference)),

    'POST /office/refunds/{number}/give-up': ({ params: { number }, body }, caller) =>
      done(byHand.giveUp(number, by(caller, body))),
  } satisfies Handlers<typeof ordersOfficeActs>)
}

/** What cannot be done is said with the words of the page that asked. */
async function done(act: Promise<Done>): Promise<{ status: OrderStatus }> {
  try {
    return { status: (await act).status }
  } catch (error) {
    if (error instanceof ActRefused) throw refused(`order.refused.${error.code}`, error.values)
    throw error
  }
}
