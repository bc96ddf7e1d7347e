// What a checkout keeps in this tab, so that neither a reload nor a lost answer costs the shopper anything.
import { randomUuid } from '#platform/random-id.ts'

interface Draft {
  email?: string
  note?: string
  /** The payment method. */
  method?: number
  /** The code of a coupon that was good. */
  coupon?: string
}

interface Attempt {
  content: string
  key: string
}

export interface LastOrder {
  orderId: string
  orderNo: string
}

export const readDraft = () => read<Draft>('checkout') ?? {}

export function writeDraft(changes: Draft): void {
  write('checkout', { ...readDraft(), ...changes })
}

/**
 * One key for one content: sent again after a lost answer it leads to the same order, and any change makes it another.
 */
export function attemptKey(content: string): string {
  const last = read<Attempt>('checkout.attempt')
  if (last?.content === content) return last.key
  const key = randomUuid()
  write('checkout.attempt', { content, key })
  return key
}

/** The order is made: the next one is another. The address stays, for whoever buys again. */
export function finishAttempt(order: LastOrder): void {
  write('checkout.attempt', undefined)
  writeDraft({ note: undefined, coupon: undefined })
  write('checkout.order', order)
  write('checkout.waits', true)
}

/** The order last made in this tab, for the way back from the provider. */
export const readLastOrder = () => read<LastOrder>('checkout.order')

/** Nothing of what was typed or ordered in this tab stays in it. */
export function forgetCheckout(): void {
  for (const name of ['checkout', 'checkout.attempt', 'checkout.order', 'checkout.waits']) write(name, undefined)
}

// Where storage is full or forbidden, the page's own memory has to do.
const memory = new Map<string, string>()

function read<T>(name: string): T | undefined {
  try {
    return JSON.parse(stored(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function stored(name: string): string | null | undefined {
  try {
    return sessionStorage.getItem(name) ?? memory.get(name)
  } catch {
    return memory.get(name)
  }
}

function write(name: string, value: unknown): void {
  const text = JSON.stringify(value)
  memory.delete(name)
  try {
    if (text === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    if (text !== undefined) memory.set(name, text)
  }
}
