// Transaction Search: what moved the account's balance between two moments, a page at a time.
import type { Answer } from './listener.ts'
import type { Orders } from './paypal-orders.ts'
import type { PayPalOrder, PayPalRefund, Shown } from './paypal-state.ts'
import { type Amount, answer, malformed, money, timestamp } from './paypal-wire.ts'

const LONGEST_MS = 31 * 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

interface Line {
  id: string
  at: number
  show(): object
}

export function searchTransactions(
  query: URLSearchParams,
  of: { orders: Pick<Orders, 'all'>; shown: Shown; mostFound(): number; now(): number },
): Answer {
  const [start, end] = [dateIn(query, 'start_date'), dateIn(query, 'end_date')]
  if (end < start || end - start > LONGEST_MS) return malformed('INVALID_REQUEST', 'end_date')
  const [size, page] = [numberIn(query, 'page_size', 100, 500), numberIn(query, 'page', 1, 2_147_483_647)]
  const found = of.orders
    .all()
    .flatMap(linesOf)
    .filter(({ at }) => at >= start && at <= end)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  if (found.length > of.mostFound()) return malformed('RESULTSET_TOO_LARGE')
  const pages = Math.max(1, Math.ceil(found.length / size))
  return answer(200, {
    transaction_details: found.slice((page - 1) * size, page * size).map((line) => ({ transaction_info: line.show() })),
    account_number: of.shown.merchantId,
    start_date: timestamp(start),
    end_date: timestamp(end),
    last_refreshed_datetime: timestamp(of.now()),
    page,
    total_items: found.length,
    total_pages: pages,
    links: [{ href: `${of.shown.url}/v1/reporting/transactions?${query}`, rel: 'self', method: 'GET' }],
  })
}

function dateIn(query: URLSearchParams, name: string): number {
  const value = query.get(name) ?? ''
  return DATE.test(value) ? Date.parse(value) : malformed('INVALID_REQUEST', name)
}

function numberIn(query: URLSearchParams, name: string, usual: number, most: number): number {
  const value = Number(query.get(name) ?? usual)
  return Number.isInteger(value) && value >= 1 && value <= most ? value : malformed('INVALID_REQUEST', name)
}

/** A capture, and what of it went back. */
function linesOf(order: PayPalOrder): Line[] {
  const { capture, refunds } = order
  if (!capture || capture.status === 'FAILED') return []
  const status = { PENDING: 'P', DECLINED: 'D', REFUNDED: 'V' }[capture.status as string] ?? 'S'
  const shown = { ...capture, code: 'T0006', status, amount: capture.listedAs ?? capture.amount }
  const twice = capture.listedTwice ? [lineOf(order, { ...shown, ...capture.listedTwice })] : []
  return [lineOf(order, shown), ...twice, ...refunds.filter(isMade).map((refund) => refundLine(order, refund))]
}

const isMade = ({ status }: PayPalRefund) => status === 'COMPLETED' || status === 'PENDING'

function refundLine(order: PayPalOrder, refund: PayPalRefund): Line {
  const { amount } = refund
  return lineOf(order, {
    ...refund,
    code: 'T1107',
    status: refund.status === 'PENDING' ? 'P' : 'S',
    amount: { ...amount, minor: -amount.minor },
    of: order.capture!.id,
  })
}

function lineOf(
  order: PayPalOrder,
  line: { id: string; createdAt: number; code: string; status: string; amount: Amount; of?: string },
): Line {
  const { id, createdAt, code, status, amount } = line
  return {
    id,
    at: createdAt,
    show: () => ({
      ...(order.payerId && { paypal_account_id: order.payerId }),
      transaction_id: id,
      ...(line.of && { paypal_reference_id: line.of, paypal_reference_id_type: 'TXN' }),
      transaction_event_code: code,
      transaction_initiation_date: timestamp(createdAt),
      transaction_updated_date: timestamp(createdAt),
      transaction_amount: money(amount),
      transaction_status: status,
      ...(order.invoiceId && { invoice_id: order.invoiceId }),
      ...(order.customId && { custom_field: order.customId }),
      protection_eligibility: '02',
    }),
  }
}
