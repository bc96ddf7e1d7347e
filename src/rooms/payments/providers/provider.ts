// The one small interface that every payment provider implements; adding one is a folder beside this file and a line in
// registry.ts.
// Amounts are hundredths of the currency, as everywhere in the shop: what a provider's wire wants instead (decimal
// strings, whole yen) is the adapter's business.

/** One attempt at paying one order. A second attempt at the same order is a new `attemptId`. */
export interface PaymentAttempt {
  /** Unguessable, one per attempt: the provider's order_id or client_reference_id, and its idempotency key. */
  attemptId: string
  orderId: string
  orderNo: string
  amountMinor: number
  /** ISO 4217, upper case. */
  currency: string
  description: string
  /** The provider's own name of the method, of one that has many; null: the one that it is set up with. */
  code: string | null
  email: string
  /** A language code of the shop (`en-US`, `cz`, `zh_tw` …). */
  locale: string
  /** The browser comes back here, paid or not. Nothing in that visit is ever believed. */
  returnUrl: string
  /** The browser of a shopper who gave up comes back here, where the provider tells him apart. */
  cancelUrl: string
  notifyUrl: string
  expiresAt: Date
}

/** A line of what the payer must do, in the provider's words: `Conta`, `2640-0`. */
export interface Instruction {
  label: string
  value: string
}

/** How a payment goes on once it is open. */
export type CreatedPayment = { providerRef: string } & (
  | { how: 'redirect' /** The provider's page. */; redirectUrl: string }
  /** The browser takes these fields there, from the shop's own payment page (decision F8). */
  | { how: 'form'; form: PaymentForm }
  /** What the payer must do stands with the order: the provider has no page. */
  | { how: 'fields'; instructions: Instruction[] }
  /** The money is there already; `query` says so too. */
  | { how: 'settled' }
)

export interface PaymentForm {
  /** An address of the provider's, on a host that the adapter knows. */
  action: string
  method: 'get' | 'post'
  fields: Record<string, string>
}

/** `unknown` means: hold the order and tell the operator (decision C4). Money may have moved, or come back. */
export type SettledState =
  | 'completed'
  /** Money under way (decision C2): the payer has authorised it, and only the bank still works. */
  | 'processing'
  /** Not money: an open page, an unfinished sign-in at the bank, a voucher that nobody has paid. */
  | 'pending'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  /** Contested with the bank, and not decided. One that was won is 'completed' again. */
  | 'disputed'
  /** The bank took the money back for good. */
  | 'lost'
  | 'unknown'

export interface PaymentState {
  state: SettledState
  providerRef: string
  attemptId: string
  /** What was really paid, not what was asked for. 0 while nothing is. */
  amountMinor: number
  /** What went back to the shopper so far; a partial refund leaves `state` at `completed`. */
  refundedMinor: number
  currency: string
  /** The provider's own word, for the operator. */
  rawState: string
  /** A refund that the provider has taken on but not made, or could not make. */
  refund?: 'pending' | 'failed'
  /** Of these what the provider calls each; without, it tells one refund of a payment from another by nothing. */
  namedRefunds?: { pending: string[]; failed: string[] }
  /** Until when a voucher can be paid. */
  payableUntil?: Date
  /** The provider's page takes nothing more for it: what is pending (a voucher) is paid elsewhere. */
  pageClosed?: boolean
  /** The provider's people look at it: it is paid, and not to be delivered yet. */
  inReview?: boolean
  /** Until when what is contested of it can be answered, where an answer is wanted. */
  answerUntil?: Date
  /** What the provider calls the disputes of it that are over, whoever won. */
  disputesOver?: string[]
  /** The payer has approved this much, and it comes when `capture` takes it. Until then the state is `pending`. */
  mayCapture?: number
  /** The host of the shop that made the payment, where the provider's account may serve several. */
  shop?: string
}

/**
 * What a notice says of the money. It is a reason to ask: the notice is done only when the provider's own answer agrees
 * with it (`confirms` in ../rules.ts).
 */
export type Claim =
  | { says: 'open' | 'paid' | 'notPaid' | 'disputeOver' | 'warning' | 'nothing' }
  /** `dispute`: what the provider calls it, where it does. */
  | { says: 'disputed'; dispute?: string | null }
  /** So much has gone back so far; null where the notice does not say. */
  | { says: 'refunded'; refundedMinor: number | null }

export interface WebhookNotice {
  /** Unique per event of this provider, equal on every repetition: the key to store an event once. */
  eventId: string
  /** May be a reference that only `query` understands (a Stripe PaymentIntent), and not be covered by the signature. */
  providerRef: string | null
  /** Our own reference where the notice carries it: prefer it over `providerRef` to find the payment. */
  attemptId: string | null
  kind: string
  claim: Claim
  /**
   * The host of the shop that made the payment; '' where the account is one shop's alone; null: it names none. What names
   * this shop and a payment that it does not have is an alert about money.
   */
  shop: string | null
}

/** A card as it was typed: handed to the provider and forgotten, in no row, job, log, error or address (decision C11). */
export interface Card {
  number: string
  /** Two digits, and four. */
  month: string
  year: string
  code: string
}

export interface CardHolder {
  firstName: string
  lastName: string
  address: string
  city: string
  state: string
  /** ISO 3166-1 alpha-2. */
  country: string
  zip: string
  phone: string
  email: string
}

export interface CardOrder {
  card: Card
  bill: CardHolder
  ship: CardHolder
  /** From where the shopper asks. */
  clientAddress: string
}

export interface RefundOrder {
  providerRef: string
  amountMinor: number
  currency: string
  reason: string
  idempotencyKey: string
}

/** What a provider can do: how its payments begin, and what it can be asked for later. */
export type Capability = CreatedPayment['how'] | LaterCapability
export type LaterCapability = 'charge' | 'capture' | 'refund' | 'close' | 'list'

/** A line of the provider's own list of what happened to the account's money. */
export interface ListedMovement {
  /**
   * `pending`: on its way, and on the list. `touched`: money went back, or is contested; how much in all is for `query` to
   * say.
   */
  says: 'paid' | 'pending' | 'touched'
  /** By which `query` finds the payment. */
  providerRef: string
  attemptId: string | null
  /** As in a notice: '' where the account is one shop's alone; null: it names none. */
  shop: string | null
  amountMinor: number
  currency: string
}

export interface ListPage {
  movements: ListedMovement[]
  /** For the next page; null: that was all. */
  next: string | null
}

export interface PaymentProvider {
  /** Its name: in the address of its webhooks, and with every payment. */
  id: string
  /** Its page is the shop's own, the same whenever it is asked for: that it was opened is kept nowhere. */
  isHere?: true
  /** What it answers is read from the payments themselves: it has no books that they could be compared with. */
  hasOurBooks?: true
  /** Opens a payment. Throws ProviderRefused (nothing was opened) or ProviderUnreachable (nobody knows: query). */
  create(attempt: PaymentAttempt): Promise<CreatedPayment>
  /**
   * Throws InvalidSignature, or ProviderUnreachable where the provider must be asked for what verifies it. Whatever is
   * rightly signed is a notice, also one that cannot be read: what is refused is sent again for days, and the endpoint
   * switched off at last. Absent: it sends none.
   */
  verifyWebhook?(rawBody: Uint8Array, headers: Headers): WebhookNotice | Promise<WebhookNotice>
  /** Asks the provider: the only answer that is ever believed; in `currency` where it counts in several. */
  query(ref: { providerRef: string | null; attemptId: string; currency?: string }): Promise<PaymentState>
  /**
   * Charges a card once. What became of it is what `query` says then; the bank may want its holder to prove who he is
   * first, at `redirectUrl`. Throws ProviderRefused (nothing was charged) or ProviderUnreachable (nobody knows: query,
   * and never send it again).
   */
  charge?(attempt: PaymentAttempt, order: CardOrder): Promise<{ providerRef: string | null; redirectUrl?: string }>
  /** Takes what the payer has approved, once however often it is asked, and answers as `query` does then. */
  capture?(ref: { providerRef: string; attemptId: string; currency: string }): Promise<PaymentState>
  /** A refund that is asked for twice with the same idempotencyKey happens once. */
  refundsOnce: boolean
  /** Sends money back, where it can. After ProviderUnreachable look at `refundedMinor` before trying again. */
  refund?(order: RefundOrder): Promise<{ refundRef: string; state: 'done' | 'pending' | 'failed' }>
  /** Takes no more money for this payment, where the provider can be told so. Harmless when it is already settled. */
  close?(ref: { providerRef: string }): Promise<void>
  /**
   * What happened to the account's money in [from, to), a page at a time. `cursor`: null at first, then what the page before
   * said, also days later and from another process. Without it every attempt of the last week is asked about each night.
   */
  list?(of: { from: Date; to: Date; cursor: string | null }): Promise<ListPage>
}

/** The rule of decision C4: this very attempt, in its currency, completed, and nothing of it missing. */
export function isPaidInFull(
  state: PaymentState,
  attempt: Pick<PaymentAttempt, 'attemptId' | 'amountMinor' | 'currency'>,
): boolean {
  return (
    state.state === 'completed' &&
    state.attemptId === attempt.attemptId &&
    state.currency === attempt.currency &&
    state.amountMinor - state.refundedMinor >= attempt.amountMinor
  )
}

/** A webhook that nobody can vouch for. It says no more than that: an attacker learns nothing from it. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
  provider: string
  constructor(provider: string) {
    super(`${provider}: the notification is not signed by the provider`)
    this.provider = provider
  }
}

/**
 * What a refusal is about: this one payment; or what the method is set up with (keys, permissions, the method itself);
 * the currency; or an amount below the least that is taken. All but the first come again with the next shopper.
 */
export type RefusedFor = 'payment' | 'method' | 'currency' | 'minimum'

/** The provider understood and said no. `code` is the provider's (Payssion result_code, Stripe error code). */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
  provider: string
  code: string
  about: RefusedFor
  /** `detail` is for the operator's log and comes from a fixed list or is a request id: never a provider's free text, never a secret. */
  constructor(provider: string, code: string, detail?: string, about: RefusedFor = 'payment') {
    super(`${provider} refused: ${code}${detail ? ` (${detail})` : ''}`)
    this.provider = provider
    this.code = code
    this.about = about
  }
}

/** No answer, or none that can be read: it may or may not have happened. Query; never repeat blindly. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
  provider: string
  /** ETIMEDOUT, ECONNREFUSED, http_502, too_large, unreadable … */
  code: string
  constructor(provider: string, code: string) {
    super(`${provider} gave no usable answer: ${code}`)
    this.provider = provider
    this.code = code
  }

  /** It answers, and not what its documents say: asking once more changes nothing. */
  get isUnreadable(): boolean {
    return this.code === 'unreadable'
  }
}
