// What the operator must know: raised by all rooms in the transaction of what it is about, told by mail, by other channels
// that are set up, and as a figure.
import { mergeCalls } from '#platform/http/serve.ts'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { valuesOf } from '#platform/variables.ts'
import { channelCalls } from './channel-calls.ts'
import { forgetMessages } from './channel-store.ts'
import { channelsOf } from './channels/channels.ts'
import { JOB_DEAD } from './events.ts'
import { showOpenAlerts } from './figures.ts'
import type { FirstStep } from './first-steps.ts'
import { END_SILENT, SEND } from './jobs.ts'
import { writeAlertMail } from './letter.ts'
import { alertsOfficeCalls } from './office-calls.ts'
import { ALERT_DETAILS, ALERTS } from './own-kinds.ts'
import { createSending } from './sending.ts'
import { resolveSilent } from './store.ts'
import { createTelling, DEAD_JOB_TOLD } from './tell.ts'
import { VARIABLES } from './variables.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** Whether it is done, by one bounded look. */
    firstSteps: Record<FirstStep, () => boolean | Promise<boolean>>
  }
}

/** Each job that comes by the clock does so once a day at least, and is told by its name alone (tell.ts). */
const FAILS_NO_MORE = { kind: 'job.dead', subject: '^[^ ]+$', minutes: 26 * 60 } as const

export const alertsRoom = defineRoom({
  name: 'alerts',
  needs: {},
  events: [JOB_DEAD],
  variables: () => VARIABLES,
  open({ db, log, config, identity, metrics, mailDomain, declared, events, origin }) {
    showOpenAlerts(metrics.registry, db)
    const to = () => identity.supportEmail() ?? config.supportEmail
    const sending = createSending({
      ...{ db, log, channels: channelsOf(valuesOf(config, VARIABLES)) },
      shop: () => identity.name(),
      origin: () => origin.fixed(),
      texts: () => declared('alerts'),
    })
    const telling = createTelling({
      db,
      events,
      log,
      sending,
      to,
      mailDomain,
    })
    return {
      calls: mergeCalls(
        alertsOfficeCalls({
          ...{ db, needed: () => declared('alertDetails') },
          firstSteps: () => (config.demo ? undefined : declared('firstSteps')),
        }),
        channelCalls({ db, sending, mail: to }),
      ),
      jobs: [
        SEND.does((payload) => sending.send(payload)),
        END_SILENT.does(async () => void (await resolveSilent(db, FAILS_NO_MORE)), { cron: '9 * * * *' }),
        forgetDaily(db, 'alertMessages', { days: 30, minute: 58, forget: forgetMessages }),
      ],
      subscribes: [DEAD_JOB_TOLD],
      beforeServing: async () => void (await sending.endRemoved()),
      declares: {
        ...{ alerts: ALERTS, alertDetails: ALERT_DETAILS },
        firstSteps: { live: () => config.mode === 'live' },
        permissions: {
          'alerts.read': ['manager', 'support', 'catalogue', 'bookkeeper', 'reader'],
          'alerts.resolve': ['manager', 'support'],
        },
        mails: { operatorAlert: (data) => writeAlertMail(data, identity.name(), declared('alerts')) },
      },
      ticks: [
        { name: 'alerts.tell', everyMs: 2_000, run: () => telling.tell() },
        { name: 'alerts.findDeadJobs', everyMs: 5_000, run: () => telling.findDeadJobs() },
      ],
    }
  },
})
