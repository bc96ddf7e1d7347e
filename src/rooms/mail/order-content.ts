// What a mail about an order is written from.

export interface MailLine {
  name: string
  /** What tells the SKU from the product's others. */
  version: string
  /** Path of the cover, where there is one. */
  cover: string | undefined
  quantity: number
  /** Formatted in the order's currency. */
  total: string
  keys: string[]
  isAccount: boolean
  activation: string[]
  /** Where the platform takes keys. */
  redeem: string | undefined
}

/** The parts of a total, by the names that they have in every language. */
export type MailPart = 'goods' | 'discount' | 'fee' | 'coupon' | 'freight' | 'service'

export interface MailContent {
  orderNo: string
  placedAt: Date
  /** Until when it can be paid. */
  expiresAt: Date
  /** Empty where nothing was to be paid. */
  method: string
  /** With its currency's code. What went back, where the mail tells of that. */
  amount?: string
  /** That it is on its member's balance: how much, formatted. */
  onBalance?: string
  /** It cost nothing, and nothing was paid for it. */
  isFree?: boolean
  /** Whether it is paid nobody knows for certain. */
  isUnsure?: boolean
  /** What went back had come beside the payment that has paid it. */
  isSecond?: boolean
  /** What goes back came from a balance, and is there again. */
  isFromBalance?: boolean
  /** Its member may choose where money of it goes back to. */
  mayChooseRefund?: boolean
  /** Formatted in the order's currency; without parts of nothing. */
  parts: { part: MailPart; amount: string }[]
  /** With its currency's code: currencies share symbols. */
  total: string
  /** Opens the order without a login (decision C12). */
  link: string
  /** The consent to delivery at once, repeated on a durable medium (Directive 2011/83/EU Art. 16 (m)). */
  waiver: { text: string; at: string } | null
  lines: MailLine[]
}

/** What is told in both parts of the mail, in words. */
export interface OrderWords {
  subject: string
  hello: string
  intro: string
  keep: string
  button: string
  waiver: { heading: string; text: string } | null
  /** Above the lines and what they cost: what is not paid yet has no receipt. */
  receipt: string
  /** A label and its value, for the foot of the receipt. */
  facts: [label: string, value: string][]
  parts: [label: string, amount: string][]
  /** What a key is made of: one nameless value, or the fields of an account. */
  fields: (line: MailLine, key: string) => [label: string, value: string][]
}
