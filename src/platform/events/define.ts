// What happened: an event's name and what is said of it, declared once by the room where it happens. Other rooms, and
// other parts of the same, subscribe in one of two ways; who makes it happen calls none of them by name.
import type { Transaction } from '../database/database.ts'

/** As it is appended. */
export interface NewEvent {
  readonly name: string
  /** What it is about, by its id. */
  readonly subject: string
  readonly payload: object
  readonly atHand: unknown
}

/** As those see it that write in the same transaction. */
export interface Happening<Payload, AtHand> {
  readonly name: string
  readonly subject: string
  readonly payload: Payload
  readonly atHand: AtHand
}

/** As those see it that come after it. */
export interface Happened<Payload = unknown> {
  /** Stays one number however often the event is told: by it a subscriber knows what was done already. */
  readonly id: number
  readonly name: string
  readonly subject: string
  readonly payload: Payload
  readonly at: Date
}

export interface InTransaction {
  readonly event: string
  readonly when: 'inTransaction'
  run(tx: Transaction, event: never): Promise<unknown>
}

export interface After {
  readonly event: string
  readonly when: 'after'
  readonly subscriber: string
  run(event: never): Promise<unknown>
}

export type Subscription = InTransaction | After

/**
 * `Payload` is kept: ids and facts, never a secret nor anything of a person. `AtHand` is what the transaction knows anyway
 * (an address to write to), handed to those that write in it and kept nowhere.
 */
export interface EventType<Payload extends object, AtHand = undefined> {
  readonly name: string
  of(subject: string, payload: Payload, ...atHand: undefined extends AtHand ? [] : [AtHand]): NewEvent
  /**
   * Runs in the transaction that appends it, in the order in which rooms are opened and say so: SQL alone, for it happens
   * exactly when the event does. What it throws undoes both.
   */
  inTransaction(run: (tx: Transaction, event: Happening<Payload, AtHand>) => Promise<unknown>): InTransaction
  /**
   * Runs some moments later, in one process at a time, event by event in the order of their transactions; again after a
   * failure or a crash, so it does no harm twice. All subscriptions of one `subscriber` go along together. It may not ask
   * another machine, for a row is locked meanwhile: then it enqueues a job.
   */
  after(subscriber: string, run: (event: Happened<Payload>) => Promise<unknown>): After
}

// biome-ignore lint/suspicious/noExplicitAny: whatever is said of it
export type AnyEvent = Pick<EventType<any, any>, 'name'>

export function defineEvent<Payload extends object = Record<never, never>, AtHand = undefined>(
  name: string,
): EventType<Payload, AtHand> {
  return {
    name,
    of: (subject, payload, ...[atHand]) => ({ name, subject, payload, atHand }),
    inTransaction: (run) => ({ event: name, when: 'inTransaction', run }),
    after: (subscriber, run) => ({ event: name, when: 'after', subscriber, run }),
  }
}
