// What is said of an order on its result page. The order's own status decides; the provider's word only tells why an
// order is still unpaid.

export type ResultState =
  | 'waiting'
  | 'underWay'
  | 'held'
  | 'heldUnpaid'
  | 'failed'
  | 'abandoned'
  | 'attemptExpired'
  | 'paid'
  | 'processing'
  | 'goingBack'
  | 'looking'
  | 'delivered'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'ended'
  | 'partlyRefunded'
  | 'disputed'

/**
 * `cancelled`: the shopper left the provider's page by its own way back. `looking`: he came back from it, and nobody knows yet whether
 * he has paid there.
 */
export function resultState(
  {
    orderStatus,
    barred,
    goesBack,
    amounts,
  }: {
    orderStatus: string
    barred: 'held' | 'person' | 'underWay' | null
    goesBack: boolean
    amounts: { total: number }
  },
  provider: string | undefined,
  { cancelled = false, looking = false } = {},
): ResultState {
  switch (orderStatus) {
    case 'Unpaid':
      if (barred) return barred === 'person' ? 'heldUnpaid' : barred
      if (provider === 'failed') return 'failed'
      if (provider === 'cancelled') return 'abandoned'
      if (provider === 'expired') return 'attemptExpired'
      // Stripe's page stays open behind somebody who left it.
      return cancelled && (provider === undefined || provider === 'pending') ? 'abandoned' : 'waiting'
    case 'Paid':
      return 'paid'
    case 'Delivered':
    case 'Completed':
      return 'delivered'
    // Money came for it after all, and is in doubt.
    case 'Cancelled':
      return barred === 'held' ? 'held' : looking ? 'looking' : 'cancelled'
    case 'Expired':
      return barred === 'held' ? 'held' : looking ? 'looking' : 'expired'
    case 'Refunded':
      // One that cost nothing has no money to go back.
      return amounts.total === 0 ? 'ended' : 'refunded'
    case 'PartlyRefunded':
      return 'partlyRefunded'
    case 'Disputed':
      return 'disputed'
    default:
      // Also for a status that a newer shop may know: it is paid for and looked after.
      return goesBack ? 'goingBack' : 'processing'
  }
}

/** What ends an attempt without money. */
const CAME_TO_NOTHING: readonly (string | undefined)[] = ['failed', 'cancelled', 'expired']

/** Whether it was given up before it was paid. */
export const isGivenUp = ({ orderStatus }: { orderStatus: string }): boolean =>
  orderStatus === 'Cancelled' || orderStatus === 'Expired'

/** Whether an order that is over may have been paid on a page that stayed open, as far as the provider says. */
export const mayHavePaid = (
  order: { orderStatus: string; barred: string | null; sentBack: readonly unknown[] },
  provider: string | undefined,
): boolean =>
  isGivenUp(order) && order.barred === null && order.sentBack.length === 0 && !CAME_TO_NOTHING.includes(provider)

/** States in which the order can still be paid. */
export const PAYABLE: readonly ResultState[] = ['waiting', 'failed', 'abandoned', 'attemptExpired']

/** States in which there is a contract to withdraw from. */
export const WITHDRAWABLE: readonly ResultState[] = ['paid', 'processing', 'delivered', 'partlyRefunded']

/** States that show keys. */
export const WITH_KEYS: readonly ResultState[] = ['delivered', 'partlyRefunded']

/** What has gone back is on a balance, and the state's sentence would say otherwise of it: of another state it says nothing. */
export const isOnBalance = (
  state: ResultState,
  { refunded, refundedToBalance }: { refunded: number; refundedToBalance: number },
): boolean => (state === 'refunded' || state === 'partlyRefunded') && refunded > 0 && refundedToBalance >= refunded

/** States whose sentence says that nothing was charged. */
export const NOT_CHARGED: readonly ResultState[] = [
  'heldUnpaid',
  'failed',
  'abandoned',
  'attemptExpired',
  'cancelled',
  'expired',
  'ended',
]

/** Nothing has been paid. */
export const UNPAID: readonly ResultState[] = [
  ...PAYABLE,
  'underWay',
  'looking',
  'held',
  'heldUnpaid',
  'cancelled',
  'expired',
  'ended',
]
