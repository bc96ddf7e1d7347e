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
  topUpGivenUp: 'high',
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

/** Mails about one order. */
const ABOUT_ORDERS = {
  /** Its keys. */
  delivery: 'high',
  /** It waits for keys. */
  processing: 'high',
  /** It has ended without its keys and cost nothing. */
  ended: 'high',
  /** It cost nothing, and a person has taken it back. */
  takenBack: 'high',
  /** It waits for its bank. */
  underWay: 'high',
  /** Its bank never came to an end, and a person has cancelled it. */
  givenUp: 'high',
  /** It waits for a person. Data: `unsure`, where nobody knows for certain that it is paid. */
  held: 'high',
  /** It waits for a person before it can be paid. */
  heldUnpaid: 'normal',
  /** More was paid than it costs. Data: `amount`, `currency`. */
  overpaid: 'high',
  /** It waits for its payment; an order costs nothing until it is paid. */
  unpaid: 'normal',
  /** Money went back. Data: `amount`, `currency`; `cents`: to a balance, in US cents; `second`: of a payment beside the one that has paid it. */
  refund: 'high',
  /** The link to it, which was asked for. */
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
