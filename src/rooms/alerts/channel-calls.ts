// Serves the back office where alerts are told, and a test of each way.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import { CHANNEL_TESTS, CHANNELS } from './channel-names.ts'
import * as store from './channel-store.ts'
import { alertChannelsOffice } from './office.ts'
import type { Sending } from './sending.ts'

const REFUSALS = {
  unreachable: 'settings.refused.channelUnreachable',
  status: 'settings.refused.channelStatus',
  refused: 'settings.refused.channelRefused',
} as const

interface Options {
  db: Database
  sending: Sending
  /** Where the mails go. */
  mail: () => string
}

export function channelCalls({ db, sending, mail }: Options) {
  return serves(alertChannelsOffice, {
    'GET /office/alert-channels': async () => {
      const channels = await Promise.all(
        CHANNELS.map(async (channel) => {
          const where = sending.channel(channel)?.where ?? null
          const { sentAt, failedAt, error } = await store.stateOf(db, channel)
          const failing = failedAt && error ? { since: failedAt.toISOString(), what: error } : null
          return { channel, where, sentAt: sentAt?.toISOString() ?? null, failing: where === null ? null : failing }
        }),
      )
      return { mail: mail(), channels }
    },

    'POST /office/alert-channels/{channel}/test': async ({ params: { channel: name } }, caller) => {
      const channel = sending.channel(name)
      if (!channel) throw refused('settings.refused.channelOff')
      const id = randomUUID()
      await db.transaction(async (tx) => {
        await store.lockTests(tx, name)
        if ((await store.testsOf(tx, name)) >= CHANNEL_TESTS) throw refused('settings.refused.channelTests')
        await store.addMessage(tx, { id, channel: name, kind: null, alertIds: [] })
        await audit(tx, {
          ...{ by: whoAsks(caller), act: 'alerts.test', subject: { kind: 'alertChannel', id: name } },
        })
      })
      const away = await sending.test(channel, id)
      if (away) throw refused(REFUSALS[away.what])
      return null
    },
  } satisfies Handlers<typeof alertChannelsOffice>)
}
