// Kinds of columns that Drizzle does not name.
import { customType } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })
