// The ledger: members' balance, and whatever moves it.
import { defineRoom } from '#platform/room.ts'
import { levelsRoom } from '#rooms/levels/room.ts'
import { ALERT_DETAILS, ALERTS } from './alerts.ts'
import { ledgerCalls } from './api.ts'
import { checkLedger } from './check.ts'
import { CHECK } from './jobs.ts'
import { personalLedger } from './personal.ts'

export const ledgerRoom = defineRoom({
  name: 'ledger',
  needs: { levels: levelsRoom },
  open: (house, { levels }) => ({
    calls: ledgerCalls(house, levels),
    jobs: [CHECK.does(() => checkLedger(house.db), { cron: '20 2 * * *' })],
    declares: { alerts: ALERTS, alertDetails: ALERT_DETAILS, personal: { ledger: personalLedger(house.db) } },
  }),
})
