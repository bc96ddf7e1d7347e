// The SQL statements of what is done for a buyer.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** And ends every link that opens the order, with the cookies that such a link has left. */
export function readdress(tx: Transaction, orderId: string, email: string): Promise<number> {
  return tx.run(sql`update orders set delivery_email = ${email}, link_version = link_version + 1 where id = ${orderId}`)
}
