// The order for whose payment this tab's member tops up: from the provider's page he comes back to the top-up, and from
// there to the order.
const KEY = 'topUpFor'

// A browser may refuse to keep anything; then he finds his order among the others.
export function keepTopUpFor(orderId: string | undefined): void {
  try {
    if (orderId) sessionStorage.setItem(KEY, orderId)
    else sessionStorage.removeItem(KEY)
  } catch {}
}

export function topUpFor(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export const balancePayHref = (orderId: string) => `/balance-pay?${new URLSearchParams({ orderId })}`
