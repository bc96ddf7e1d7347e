// The addresses of members (specification §3, "Address").
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { members } from '#rooms/members/tables.ts'

const moment = () => timestamp({ withTimezone: true })

export const addresses = pgTable(
  'addresses',
  {
    id: uuid().primaryKey(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    address: text().notNull(),
    addressOther: text().notNull(),
    city: text().notNull(),
    province: text().notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    zip: text().notNull(),
    phone: text().notNull(),
    phoneCode: text().notNull(),
    isDefault: boolean().notNull(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    index().on(t.memberId, t.createdAt, t.id),
    uniqueIndex('addresses_one_default').on(t.memberId).where(sql`${t.isDefault}`),
  ],
)
