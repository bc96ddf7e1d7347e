// The cart of this browser: four cookies (specification §3) and what the open pages show of them, in every tab.
import { useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '#platform/http/cookies.ts'
import {
  addLine,
  type CartLine,
  ensureLine,
  MAX_COUNT,
  readCart,
  removeLine,
  sameLine,
  setCount,
  totalCount,
  writeCart,
} from '../rules.ts'

const THIRTY_DAYS = 30 * 24 * 60 * 60
const NONE: CartLine[] = []
const UNKNOWN: CartLine[] = []

/** Written beside the cookie, because a cookie tells no other tab that it has changed. */
const SIGNAL = 'cartList'

const listeners = new Set<() => void>()
let lines: CartLine[] | undefined

const cart = {
  add: addToCart,
  setCount: (line: CartLine, count: number) => replace(setCount(current(), line, count)),
  remove: (line: CartLine) => replace(removeLine(current(), line)),
  clear: () => replace(NONE),
}

/** Empty, and not `known`, on the server and until the page is alive. */
export function useCart() {
  const shown = useSyncExternalStore(subscribe, current, () => UNKNOWN)
  return { lines: shown, known: shown !== UNKNOWN, count: totalCount(shown), ...cart }
}

/** False: there was no room for it, because the cart is full of other lines or has 1000 of this one. */
export function addToCart(line: CartLine): boolean {
  const before = current()
  const known = before.find((other) => sameLine(other, line))
  const after = addLine(before, line)
  replace(after)
  return known ? known.count < MAX_COUNT : after.length > before.length
}

/** For "Buy now". False: there was no room for it. */
export function putInCart(line: CartLine): boolean {
  const after = ensureLine(current(), line)
  replace(after)
  return after.some((other) => sameLine(other, line))
}

/** Of the cart as it is at this moment: another tab may be in use. For changes that few pages make. */
export function changeCart(change: (lines: CartLine[]) => CartLine[]): void {
  reread()
  replace(change(current()))
}

/** What the lines cost and of which type the last one is, once the shop has said it; for the cookies of that name. */
export function noteTotals(totalPrice: string, cartType: string): void {
  if (current().length === 0) return
  writeCookie('totalPrice', totalPrice, THIRTY_DAYS)
  writeCookie('cartType', cartType, THIRTY_DAYS)
}

function current(): CartLine[] {
  lines ??= readCart(readCookie(document.cookie, 'cartList'))
  return lines
}

function replace(next: CartLine[]): void {
  lines = next
  if (next.length > 0) {
    writeCookie('cartList', writeCart(next), THIRTY_DAYS)
    writeCookie('totalCount', String(totalCount(next)), THIRTY_DAYS)
  } else {
    for (const name of ['cartList', 'totalCount', 'totalPrice', 'cartType']) writeCookie(name, '', 0)
  }
  try {
    localStorage.setItem(SIGNAL, writeCart(next))
  } catch {
    // Without storage the other tabs see it when they are looked at again.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) listen('addEventListener')
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) listen('removeEventListener')
  }
}

function listen(how: 'addEventListener' | 'removeEventListener'): void {
  window[how]('storage', onStorage as EventListener)
  window[how]('pageshow', reread)
  document[how]('visibilitychange', reread)
}

function onStorage(event: StorageEvent): void {
  if (event.key === SIGNAL || event.key === null) reread()
}

function reread(): void {
  if (!navigator.cookieEnabled) return
  const found = readCart(readCookie(document.cookie, 'cartList'))
  if (writeCart(found) === writeCart(current())) return
  lines = found
  for (const listener of listeners) listener()
}
