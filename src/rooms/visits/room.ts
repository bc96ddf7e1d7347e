// Which pages are opened, without anybody's name.
import { defineJob } from '#platform/jobs/define.ts'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { loseVisitors, visitsCalls } from './api.ts'
import { forgetOldVisits } from './store.ts'

const LOSE_VISITORS = defineJob('visits.loseVisitors')

declare module '#platform/crypto.ts' {
  interface Purposes {
    visit: unknown
  }
}

export const visitsRoom = defineRoom({
  name: 'visits',
  needs: {},
  secrets: { visit: 'passing' },
  open: ({ db, keyring, config, origin }) => ({
    calls: visitsCalls({ db, keyring, origin }),
    jobs: [
      LOSE_VISITORS.does(() => loseVisitors(db), { cron: '7 0 * * *' }),
      forgetDaily(db, 'visits', { days: config.retention.visits, minute: 30, forget: forgetOldVisits }),
    ],
  }),
})
