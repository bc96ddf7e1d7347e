// Serves how the day goes.
import type { Database } from '#platform/database/database.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import { ORDERS_COUNTED } from './limits.ts'
import { countOrders } from './office-store.ts'
import { ordersOfficeToday } from './office-today-contract.ts'
import { type Day, dayOf } from './office-today-store.ts'

/** Whose midnight begins a day. */
const ZONE = 'UTC'

export function ordersOfficeTodayCalls({ db }: { db: Database }) {
  const day = async (daysAgo: number) => shown(await dayOf(db, ZONE, daysAgo))
  return serves(ordersOfficeToday, {
    'GET /office/today': async () => {
      const [today, yesterday, weekAgo, waitingForKeys] = await Promise.all([
        day(0),
        day(1),
        day(7),
        countOrders(db, { status: 'Processing' }, ORDERS_COUNTED),
      ])
      return { zone: ZONE, today, yesterday, weekAgo, waitingForKeys }
    },
  } satisfies Handlers<typeof ordersOfficeToday>)
}

const shown = ({ revenue, refunded, ...day }: Day) => ({
  ...day,
  revenue: toMajor(revenue),
  refunded: toMajor(refunded),
})
