// Hands messages to the channels besides mail: each is tried until it is taken, as often as it may be. A channel that takes
// nothing is told by mail, and what it missed is in the mails, too.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { ChannelName } from './channel-names.ts'
import * as store from './channel-store.ts'
import { type Channel, ChannelAway, type Message } from './channels/channel.ts'
import { SEND } from './jobs.ts'
import { type AlertTexts, whatToDo } from './kinds.ts'
import { raiseAlert, resolveAlert, resolveOthers } from './store.ts'

/** With the pauses between jobs some four hours. */
const MOST_TRIES = 10
/** A channel that takes nothing for so long is an alert. */
const PATIENCE_SECONDS = 300
const KIND = 'alert.channelAway'

const TEST = 'A test: this is how the shop tells what needs attention.'

export interface SendingOptions {
  db: Database
  log: Log
  channels: readonly Channel[]
  shop: () => string
  origin: () => string
  texts: () => AlertTexts
}

export function createSending({ db, log, channels, shop, origin, texts }: SendingOptions) {
  async function written({ id, kind, at }: store.OpenMessage): Promise<Message> {
    const alerts = kind === null ? [] : await store.alertsOf(db, id)
    const what = kind === null ? TEST : whatToDo(texts(), kind)
    return { id, at, shop: shop(), kind: kind ?? 'test', what, alerts, office: `${origin()}/office/today` }
  }

  async function attempt(
    channel: Channel,
    open: store.OpenMessage,
    message: Message,
  ): Promise<ChannelAway | undefined> {
    const subject = channel.name
    try {
      await channel.send(message)
    } catch (error) {
      if (!(error instanceof ChannelAway)) throw error
      const isLast = error.isFinal || open.kind === null || open.tries + 1 >= MOST_TRIES
      await db.transaction(async (tx) => {
        const seconds = await store.noteFailure(tx, open, error.what, isLast)
        // Whoever tests sees it himself.
        if (open.kind !== null && (isLast || seconds > PATIENCE_SECONDS))
          await raiseAlert(tx, { kind: KIND, subject, details: { what: error.what, status: error.status } })
      })
      log.warn({ err: error, message: open.id, isLast }, 'an alert could not be handed on')
      return error
    }
    await db.transaction(async (tx) => {
      await store.noteSent(tx, open.id)
      await resolveAlert(tx, { kind: KIND, subject })
    })
    return undefined
  }

  return {
    /** In the transaction that tells it by mail. */
    async promise(tx: Transaction, kind: string, alertIds: readonly number[]): Promise<void> {
      // That a channel takes nothing is told by mail alone.
      if (kind === KIND) return
      for (const { name: channel } of channels) {
        const id = randomUUID()
        await store.addMessage(tx, { id, channel, kind, alertIds })
        await enqueue(tx, SEND, { id }, { outside: `alerts ${channel}` })
      }
    },

    /** Job. */
    async send({ id }: { id: string }): Promise<void> {
      const open = await store.openMessage(db, id)
      if (!open) return
      const channel = channels.find(({ name }) => name === open.channel)
      const message = await written(open)
      // Over before it could be told, or nobody is told this way any more.
      if (!channel || message.alerts.length === 0) return void (await store.dropMessage(db, id))
      const away = await attempt(channel, open, message)
      if (away && (await store.openMessage(db, id))) throw away
    },

    /** Undefined: it was taken. Its message is written already, in the transaction that audits it. */
    async test(channel: Channel, id: string): Promise<ChannelAway | undefined> {
      const open = await store.openMessage(db, id)
      return open && attempt(channel, open, await written(open))
    },

    /** At the start: a channel that is set up no more takes nothing, and nobody waits for it. */
    endRemoved: () =>
      resolveOthers(
        db,
        KIND,
        channels.map(({ name }) => name),
      ),

    channel: (wanted: ChannelName) => channels.find(({ name }) => name === wanted),
  }
}

export type Sending = ReturnType<typeof createSending>
