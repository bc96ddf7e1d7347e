// What the operator must know: raised by all rooms in the transaction of what it is about, told by mail and as a figure.
import { defineRoom } from '#platform/room.ts'
import { JOB_DEAD } from './events.ts'
import { showOpenAlerts } from './figures.ts'
import type { FirstStep } from './first-steps.ts'
import { writeAlertMail } from './letter.ts'
import { alertsOfficeCalls } from './office-calls.ts'
import { ALERTS } from './own-kinds.ts'
import { createTelling, DEAD_JOB_TOLD } from './tell.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** Whether it is done, by one bounded look. */
    firstSteps: Record<FirstStep, () => boolean | Promise<boolean>>
  }
}

export const alertsRoom = defineRoom({
  name: 'alerts',
  needs: {},
  events: [JOB_DEAD],
  open({ db, log, config, identity, metrics, mailDomain, declared, events }) {
    showOpenAlerts(metrics.registry, db)
    const telling = createTelling({
      db,
      events,
      log,
      to: () => identity.supportEmail() ?? config.supportEmail,
      mailDomain,
    })
    return {
      calls: alertsOfficeCalls({ db, firstSteps: () => (config.demo ? undefined : declared('firstSteps')) }),
      subscribes: [DEAD_JOB_TOLD],
      declares: {
        alerts: ALERTS,
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
