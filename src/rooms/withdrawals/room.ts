// Withdrawal from a contract: declared in two steps, acknowledged by mail.
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { ALERT_DETAILS, ALERTS } from './alerts.ts'
import { withdrawalsCalls } from './api.ts'
import { RECEIVED } from './events.ts'
import { withdrawalLetters } from './letters.ts'
import { personalWithdrawals } from './personal.ts'
import { forgetWithdrawals } from './store.ts'
import { withdrawalTold } from './told.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    withdrawal: unknown
  }
}

export const withdrawalsRoom = defineRoom({
  name: 'withdrawals',
  needs: {},
  secrets: { withdrawal: 'passing' },
  events: [RECEIVED],
  open: ({ db, keyring, config, mailDomain, events }) => ({
    calls: withdrawalsCalls({ db, keyring, events }),
    subscribes: withdrawalTold(mailDomain),
    jobs: [
      forgetDaily(db, 'withdrawals', { days: config.retention.withdrawals, minute: 20, forget: forgetWithdrawals }),
    ],
    declares: {
      ...{ alerts: ALERTS, alertDetails: ALERT_DETAILS },
      mails: withdrawalLetters(db),
      personal: { withdrawals: personalWithdrawals(db, config.retention.withdrawals) },
    },
  }),
})
