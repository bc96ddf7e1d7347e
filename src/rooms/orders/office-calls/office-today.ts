// Serves how the day goes.
import type { Database } from '#platform/database/database.ts'
import { dayUpToNow } from '#platform/database/days.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { createVisitorCount } from '#rooms/visits/hands.ts'
import { ORDERS_COUNTED } from '../limits.ts'
import { ordersOfficeToday } from '../office-today-contract.ts'
import { countOrders } from './office-store.ts'
import { type Day, figuresOf } from './office-today-store.ts'

export function ordersOfficeTodayCalls({ db, settings }: { db: Database; settings: Settings }) {
  const countedVisitors = createVisitorCount(db)
  return serves(ordersOfficeToday, {
    'GET /office/today': async () => {
      const zone = settings.read(TIME_ZONE)
      const day = async (daysAgo: number) => {
        const span = await dayUpToNow(db, zone, daysAgo)
        const [figures, visitors] = await Promise.all([
          figuresOf(db, span),
          countedVisitors(`${zone} ${daysAgo}`, span),
        ])
        return { ...shown(figures), visitors }
      }
      const [today, yesterday, weekAgo, waitingForKeys] = await Promise.all([
        day(0),
        day(1),
        day(7),
        countOrders(db, { status: 'Processing' }, ORDERS_COUNTED),
      ])
      return { zone, today, yesterday, weekAgo, waitingForKeys }
    },
  } satisfies Handlers<typeof ordersOfficeToday>)
}

const shown = ({ revenue, refunded, margin, ...day }: Day) => ({
  ...day,
  revenue: toMajor(revenue),
  refunded: toMajor(refunded),
  margin: margin === null ? null : toMajor(margin),
})
