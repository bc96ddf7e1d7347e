// What payments know of whatever is paid, and what its room does when a provider says something of its money.
import type { Transaction } from '#platform/database/database.ts'
import type { HeardState } from './credited.ts'
import type { Claim, PaymentState } from './providers/provider.ts'
import type { RefundRow } from './refund-store.ts'
import type { PaymentRow } from './store.ts'

/** What is paid, as its room has it locked: nobody else can move it until the transaction ends. */
export interface Payable {
  id: string
  orderNo: string
  deliveryEmail: string
  locale: string
  currency: string
  fee: number
  total: number
  expiresAt: Date
}

/** What is known of it once it is locked. */
export interface Locked {
  /** By the database's clock. */
  now: Date
  /** The method that was chosen last; one may have been chosen before and again. */
  paymentMethod: number
  /** The attempt that paid it. */
  paidPaymentId: string | null
}

/** What its room does when a provider says something of their money; runs in the transaction that records it, with the order locked. */
export interface Settlement<Owed extends Payable = Payable> {
  /** The order, which nobody else can move until the transaction ends. */
  lock(tx: Transaction, orderId: string): Promise<(Owed & Locked) | undefined>
  /** Settles a purchase that goes as it should, with the answer itself; false: it is another, and nothing was done. */
  plainly(tx: Transaction, order: Owed, payment: PaymentRow, state: PaymentState, confirmed: number[]): Promise<boolean>
  /** Throws what bars another payment: it is not unpaid, or its money is in doubt or under way. */
  mayPay(tx: Transaction, order: Owed): Promise<void>
  /** The provider's own answer, and what went to a balance. `payment` is what we knew before it. */
  heard(tx: Transaction, order: Owed, payment: PaymentRow, state: HeardState): Promise<void>
  /** The provider says less of what it had said was paid, and not where it went; what is known of it stays. */
  contradicted(tx: Transaction, order: Owed, payment: PaymentRow, state: PaymentState): Promise<void>
  /** The provider warns of fraud: a signed notice alone is enough to hold an order. `isAgain`: as it did before. */
  warned(tx: Transaction, order: Owed, payment: PaymentRow, warning: { kind: string; isAgain: boolean }): Promise<void>
  /** A signed notice that names this shop and no payment that it has. */
  stray(
    tx: Transaction,
    event: { provider: string; attemptId: string | null; providerRef: string | null; claim: Claim },
  ): Promise<void>
  /** Asked with the order locked, at the last moment: whether this money still is to go back. */
  mayRefund(order: Owed, refund: RefundRow): boolean
  /** Asked at the same moment: it goes to its member's balance, as he chose, and not to where it came from (decision F7). */
  goesToBalance(tx: Transaction, order: Owed, payment: PaymentRow): Promise<boolean>
  /** Its member's balance has what the answer leaves there of what was refunded to it. */
  isOnBalance(tx: Transaction, order: Owed, payment: PaymentRow, state: HeardState): Promise<boolean>
  /** Where it came from is no more: its member's balance, since he has closed his account. A person sends it another way. */
  sourceIsGone(order: Owed, payment: Pick<PaymentRow, 'provider'>): boolean
  refundFailed(tx: Transaction, order: Owed, refund: RefundRow, problem: string): Promise<void>
}
