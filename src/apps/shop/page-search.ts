// What each page makes of the query of its address: declared once. The routes read with it, the front door keys its pages
// by it, and links to the same page carry it and nothing else.

import { parseSearch, stringifySearch } from '#browser/search-params.ts'
import { canonicalSearch, LIST_PARAMETERS } from '#rooms/search/filters.ts'

type Raw = Record<string, unknown>

/** Which SKU is chosen; the page shows the same product whichever it is. */
export function productSearch(raw: Raw): { sku?: number } {
  const sku = Number(raw.sku)
  return { sku: Number.isInteger(sku) && sku >= 1 && sku <= 2_147_483_647 ? sku : undefined }
}

/** Pages from the second on. */
export function pagedSearch(raw: Raw): { page?: string } {
  return {
    page: typeof raw.page === 'string' && /^[1-9]\d{0,5}$/.test(raw.page) && raw.page !== '1' ? raw.page : undefined,
  }
}

export function articleSearch(raw: Raw): { id?: string } {
  return { id: typeof raw.id === 'string' && /^\d{1,10}$/.test(raw.id) ? raw.id : undefined }
}

/** Without JavaScript a list is unfolded by the address. */
export function homeSearch(raw: Raw): { open?: string } {
  return { open: typeof raw.open === 'string' && /^[a-z-]{1,40}$/.test(raw.open) ? raw.open : undefined }
}

/** Read by the browser alone: what the server sends is the same for every order. */
export function resultSearch(raw: Raw): { order_id?: string; order_no?: string; transaction_id?: string } {
  return { order_id: token(raw.order_id), order_no: token(raw.order_no), transaction_id: token(raw.transaction_id) }
}

/** Likewise. */
export function orderNoSearch(raw: Raw): { order_no?: string } {
  return { order_no: token(raw.order_no) }
}

/** Where to go after the login: a page of this shop, read by the browser alone. */
export function loginSearch(raw: Raw): { to?: string } {
  return { to: typeof raw.to === 'string' && /^\/(?![/\\])[^\s\\]{0,500}$/.test(raw.to) ? raw.to : undefined }
}

/** The code of a mailed link, read by the browser alone. */
export function resetSearch(raw: Raw): { code?: string } {
  return { code: typeof raw.code === 'string' && /^[\w.-]{1,200}$/.test(raw.code) ? raw.code : undefined }
}

/** A member's orders and keys: page, status, and what is looked for. */
export function mineSearch(raw: Raw): { page?: string; status?: string; name?: string } {
  return {
    ...pagedSearch(raw),
    status: typeof raw.status === 'string' && /^[A-Za-z]{1,20}$/.test(raw.status) ? raw.status : undefined,
    name: typeof raw.name === 'string' && raw.name.trim() ? raw.name.trim().slice(0, 50) : undefined,
  }
}

/** What is to be paid by card or from a balance, or for what a balance is topped up, read by the browser alone. */
export function billSearch(raw: Raw): { orderId?: string } {
  return { orderId: token(raw.orderId) }
}

const token = (value: unknown) => (typeof value === 'string' && /^[\w-]{1,200}$/.test(value) ? value : undefined)

/** The home page's lists that can be unfolded: any other name unfolds none, and makes no page of its own. */
export const FOLDED = ['best-sellers', 'latest-releases', 'hottest']

/** On the server alone: to a browser a name that unfolds nothing is as good as none. */
function servedHomeSearch(raw: Raw): { open?: string } {
  const { open } = homeSearch(raw)
  return { open: open && FOLDED.includes(open) ? open : undefined }
}

/** What the server sends is the same whatever the query says. */
const nothing = () => ({})

/** Every route of routes/, and what the server's page depends on. */
export const SERVED: Record<string, (raw: Raw) => Raw> = {
  '/': servedHomeSearch,
  '/$category': canonicalSearch,
  '/$category/$product': productSearch,
  '/search': canonicalSearch,
  '/news': pagedSearch,
  '/newsInfo': articleSearch,
  '/about-us': nothing,
  '/accessibility': nothing,
  '/affiliate': nothing,
  '/balance-pay': nothing,
  '/bill-pay': nothing,
  '/checkout': nothing,
  '/condition': nothing,
  '/confirm-registration': nothing,
  '/contact-us': nothing,
  '/feedback': nothing,
  '/forgot': nothing,
  '/legal-notice': nothing,
  '/login': nothing,
  '/email-undo': nothing,
  '/my-account': nothing,
  '/my-changepwd': nothing,
  '/my-balance': nothing,
  '/my-keys': nothing,
  '/my-order': nothing,
  '/my-security': nothing,
  '/my-notice': nothing,
  '/my-support': nothing,
  '/my-wishlist': nothing,
  '/my-address': nothing,
  '/my-email': nothing,
  '/newsletter': nothing,
  '/enquiry': nothing,
  '/order': nothing,
  '/paypal': nothing,
  '/privacy-policy': nothing,
  '/refund-policy': nothing,
  '/register': nothing,
  '/reset-password': nothing,
  '/sale': nothing,
  '/shipping': nothing,
  '/success-payment': nothing,
  '/wholesale': nothing,
  '/wish-mails': nothing,
  '/withdraw': nothing,
}

/** The parameters that a page reads, by what reads them. */
const READ = new Map<(raw: Raw) => Raw, readonly string[]>([
  [canonicalSearch, LIST_PARAMETERS],
  [productSearch, ['sku']],
  [pagedSearch, ['page']],
])

const BILL = { read: billSearch, names: ['orderId', 'currencyType', 'amount'] }

/** What the browser alone reads of an address whose page is the same whatever it says. */
const READ_BY_BROWSER: Record<string, { read: (raw: Raw) => Raw; names: readonly string[] }> = {
  '/balance-pay': BILL,
  '/bill-pay': BILL,
  '/login': { read: loginSearch, names: ['to'] },
  '/my-balance': { read: billSearch, names: ['orderId'] },
  '/my-keys': { read: mineSearch, names: ['page', 'name'] },
  '/my-order': { read: mineSearch, names: ['page', 'status', 'name'] },
  '/my-wishlist': { read: pagedSearch, names: ['page'] },
  '/order': { read: orderNoSearch, names: ['order_no'] },
  '/paypal': { read: resultSearch, names: ['order_id', 'order_no'] },
  '/reset-password': { read: resetSearch, names: ['code'] },
  '/success-payment': { read: resultSearch, names: ['order_id', 'order_no', 'transaction_id'] },
  '/withdraw': { read: orderNoSearch, names: ['order_no'] },
}

const BY_DEPTH: Record<number, string> = { 2: '/$category', 3: '/$category/$product' }

const readerOf = (path: string) => SERVED[path] ?? SERVED[BY_DEPTH[path.split('/').length] ?? '']

/** The canonical query, with `?` or empty, that the server's page at this path depends on. */
export function servedQuery(path: string, query: URLSearchParams): string {
  const read = readerOf(path)
  return read ? stringifySearch(read(parseSearch(query.toString()))) : ''
}

/**
 * The query that says what the page reads in it; undefined when this one does. A browser would put its address right by
 * itself, and that is another page than the one that it was sent. What the page does not read stays.
 */
export function properQuery(path: string, query: URLSearchParams): string | undefined {
  const reader = readerOf(path) ?? nothing
  const { read, names } = READ_BY_BROWSER[path] ?? { read: reader, names: READ.get(reader) ?? [] }
  const served = new URLSearchParams(stringifySearch(read(parseSearch(query.toString()))))
  const wrong = names.filter((name) => query.has(name) && String(query.getAll(name)) !== String(served.getAll(name)))
  if (wrong.length === 0) return undefined
  const proper = new URLSearchParams(query)
  for (const name of wrong) {
    const value = served.get(name)
    if (value === null) proper.delete(name)
    else proper.set(name, value)
  }
  return proper.size > 0 ? `?${proper}` : ''
}
