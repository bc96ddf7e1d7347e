// Which mails there are, and how urgent each is: a kind without that is none.
import type { Urgency } from '#platform/jobs/define.ts'

/**
 * `high`: what was bought, money, and what the operator must know. `normal`: somebody waits for it, or is answered by a person.
 * `low`: nobody waits for it, and of most of it anybody can cause thousands, with addresses that he makes up.
 */
const LETTERS = {
  newsletterConfirm: 'low',
  enquiryReceived: 'low',
  enquiryForOperator: 'low',
  withdrawalReceived: 'high',
  withdrawalUnmatched: 'low',
  wishNews: 'low',
  ticketForOperator: 'low',
  ticketAnswered: 'normal',
  enquiryAnswered: 'normal',
  withdrawalAccepted: 'high',
  withdrawalRefused: 'high',
  registerConfirm: 'normal',
  registerMoved: 'normal',
  registerTaken: 'normal',
  passwordReset: 'normal',
  passwordChanged: 'normal',
  emailConfirm: 'normal',
  emailTaken: 'normal',
  emailChanged: 'normal',
  emailTakenBack: 'normal',
  newDevice: 'normal',
  signInChanged: 'normal',
  codesGuessed: 'normal',
  accountClosed: 'normal',
  toppedUp: 'high',
  topUpUnderWay: 'high',
  topUpHeld: 'high',
  topUpRefund: 'high',
  orderReaddressed: 'high',
  staffInvited: 'normal',
  staffNewDevice: 'normal',
  staffCodesGuessed: 'normal',
  staffChanged: 'normal',
  mailTest: 'normal',
} as const satisfies Record<string, Urgency>
export type LetterTemplate = keyof typeof LETTERS

/** Mails about one order: its keys; that it waits for them, that it has ended without them and cost nothing (`ended`); that it waits for its bank (`underWay`), for a person (`held`, data: unsure, where nobody knows for certain that it is paid; `heldUnpaid`: before it can be paid), or for its payment; money that was too much (data: amount, currency); money that went back (data: amount, currency; cents: to a balance, in US cents); the link that was asked for. */
const ABOUT_ORDERS = {
  delivery: 'high',
  processing: 'high',
  ended: 'high',
  underWay: 'high',
  held: 'high',
  heldUnpaid: 'normal',
  overpaid: 'high',
  // An order costs nothing until it is paid.
  unpaid: 'normal',
  refund: 'high',
  found: 'normal',
} as const satisfies Record<string, Urgency>
export type OrderTemplate = keyof typeof ABOUT_ORDERS

/** `operatorAlert`: written by the room that knows what the operator must know. */
const ALERTS = { operatorAlert: 'high' } as const satisfies Record<string, Urgency>

const KINDS = { ...LETTERS, ...ABOUT_ORDERS, ...ALERTS }
export type Template = keyof typeof KINDS

export const TEMPLATES = Object.keys(KINDS) as Template[]

export const isLetter = (template: Template): template is LetterTemplate => Object.hasOwn(LETTERS, template)

export const urgencyOf = (template: Template): Urgency => KINDS[template]
