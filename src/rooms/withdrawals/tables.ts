// Withdrawals from a contract, declared online (EU 2011/83 Art. 11a): each is kept and acknowledged, whatever becomes of it.
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#rooms/orders/tables.ts'

const moment = () => timestamp({ withTimezone: true })

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid().primaryKey(),
    /** As it was written; `orderId` only where number and e-mail address belong to one order, or the address to its member. */
    orderNo: text().notNull(),
    orderId: uuid().references(() => orders.id),
    fillName: text().notNull(),
    email: text().notNull(),
    /** Which part of the order; empty: all of it. */
    scope: text().notNull().default(''),
    locale: text().notNull(),
    receivedAt: moment().notNull().defaultNow(),
    handledAt: moment(),
    decision: text({ enum: ['accepted', 'refused'] }),
    decidedBy: text(),
    /** What the shop wrote with it: the reason of a refusal. */
    decisionText: text(),
  },
  (t) => [
    index().on(t.receivedAt),
    index().on(t.orderId),
    index('withdrawals_order_no').on(sql`upper(regexp_replace(${t.orderNo}, '[^A-Za-z0-9]', '', 'g'))`),
    index('withdrawals_lower_idx').on(sql`lower(${t.email})`),
    check('withdrawals_decision', sql`${t.decision} in ('accepted', 'refused')`),
  ],
)
