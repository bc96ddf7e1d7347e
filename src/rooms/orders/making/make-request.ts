// What a request for an order asks for, as far as it can be told without the database.
import type { z } from 'zod'
import { sha256 } from '#platform/crypto.ts'
import { invalid } from '#platform/http/errors.ts'
import type { Currencies } from '#rooms/money/hands.ts'
import type { Methods } from '#rooms/payments/hands.ts'
import type { CreateOrderBody } from '../contract.ts'
import { orderedLines, wrongOffer } from '../wire.ts'
import type { WantedLine } from './make-lines.ts'
import type { Reservations } from './reservations.ts'

export type Body = z.output<typeof CreateOrderBody>

/** Where the request comes from. The hashes are keyed. */
export interface Origin {
  locale: string
  /** Where the shop takes him to be (ISO 3166); empty: nothing says so. */
  guessedCountry: string
  /** The client's, from the socket or a trusted proxy. */
  address: string
  /** Who is signed in. */
  memberId: string | null
  idempotencyHash: Buffer | null
  browserHash: Buffer
}

export interface RequestParts {
  methods: Methods
  currencies: Currencies
  reservations: Reservations
}

export type OrderRequest = ReturnType<typeof readRequest>

/** Throws for what no order can be made of. */
export function readRequest({ methods, currencies, reservations }: RequestParts, body: Body, from: Origin) {
  const { orderList } = body
  const reserver = reservations.reserver(from.address, orderList.deliveryEmail)
  const method = methods.byId(orderList.paymentId)
  const currency = currencies.byId(orderList.currencyId)
  if (!currency) throw invalid([{ path: 'orderList.currencyId', message: 'pay.currencyGone' }])
  if (!method) throw invalid([{ path: 'orderList.paymentId', message: 'No such payment method' }])
  const wanted: WantedLine[] = orderedLines(body)
  if (new Set(wanted.map((line) => line.offerId)).size < wanted.length) {
    throw invalid([wrongOffer('Each offer once: put the count in productCount')])
  }
  const country = orderList.country ?? from.guessedCountry
  const requestHash = requestHashOf(body)
  return { ...orderList, country, altcha: body.altcha, from, reserver, method, currency, requestHash, wanted }
}

/** Hash of what a repetition repeats. Where its buyer is may become known between a request and its repetition. */
export function requestHashOf(body: Body): Buffer {
  const orderList = { ...body.orderList, country: undefined }
  return sha256(JSON.stringify({ ...body, altcha: undefined, orderList }))
}
