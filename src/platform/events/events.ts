// Appends events in the transaction of what happened, and knows who subscribes to which.
import type { Transaction } from '../database/database.ts'
import type { AnyEvent, Happened, InTransaction, NewEvent, Subscription } from './define.ts'
import { insertEvents } from './store.ts'

export interface Events {
  /** Writes them, and runs what belongs to the same transaction. */
  append(tx: Transaction, ...events: NewEvent[]): Promise<void>
  /** Runs what belongs to the same transaction, for events whose rows the statement of what happened wrote (`eventRows`). */
  appended(tx: Transaction, ...events: NewEvent[]): Promise<void>
  /** Who is told afterwards; all once all rooms are open. */
  subscribers(): string[]
}

/** By subscriber, by event. */
export type Followers = ReadonlyMap<string, ReadonlyMap<string, (event: Happened) => Promise<unknown>>>

export interface OpenEvents extends Events {
  /** Refuses an event that nobody declares, by name, and two rooms that follow as one subscriber. */
  subscribe(room: string, subscriptions: readonly Subscription[]): void
  readonly followers: Followers
}

export function createEvents(declared: readonly AnyEvent[]): OpenEvents {
  const names = new Set<string>()
  for (const { name } of declared) {
    if (names.has(name)) throw new Error(`the event ${name} is declared twice`)
    names.add(name)
  }
  const inTransaction = new Map<string, InTransaction[]>()
  const followers = new Map<string, Map<string, (event: Happened) => Promise<unknown>>>()
  const roomOf = new Map<string, string>()

  function follow(room: string, subscriber: string, event: string, run: (event: Happened) => Promise<unknown>) {
    const other = roomOf.get(subscriber) ?? room
    const follower = followers.get(subscriber) ?? new Map()
    if (other !== room || follower.has(event))
      throw new Error(`${room} follows ${event} as ${subscriber}, which ${other} does already`)
    roomOf.set(subscriber, room)
    followers.set(subscriber, follower.set(event, run))
  }

  async function appended(tx: Transaction, ...events: NewEvent[]) {
    for (const event of events) {
      if (!names.has(event.name)) throw new Error(`the event ${event.name} is declared by no room`)
      for (const { run } of inTransaction.get(event.name) ?? []) await run(tx, event as never)
    }
  }

  return {
    appended,
    subscribers: () => [...followers.keys()],
    async append(tx, ...events) {
      if (events.length === 0) return
      await insertEvents(tx, events)
      await appended(tx, ...events)
    },
    subscribe(room, subscriptions) {
      for (const subscription of subscriptions) {
        const { event } = subscription
        if (!names.has(event)) throw new Error(`${room} subscribes to ${event}, which no room declares`)
        if (subscription.when === 'after')
          follow(room, subscription.subscriber, event, (told) => subscription.run(told as never))
        else inTransaction.set(event, [...(inTransaction.get(event) ?? []), subscription])
      }
    },
    followers,
  }
}
