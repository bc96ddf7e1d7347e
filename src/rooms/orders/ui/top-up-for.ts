// The order for whose payment this tab's member tops up: from the provider's page he comes back to the top-up, and from
// there to the order.
import { readTyped, writeTyped } from '#ui/typed-here.ts'

const KEY = 'draft:top-up-for'

export const keepTopUpFor = (orderId: string | undefined) => writeTyped(KEY, orderId)

export const topUpFor = () => readTyped(KEY) as string | undefined

export const balancePayHref = (orderId: string) => `/balance-pay?${new URLSearchParams({ orderId })}`
