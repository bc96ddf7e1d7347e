// Every SQL statement of alerts.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface Alert {
  kind: string
  /** What it is about, by its id: one open alert per kind and subject. */
  subject: string
  orderId?: string | null
  /** Never a secret: they are mailed to the operator. */
  details: object
  /** Money waits for a decision: mailed at once, not with the next digest. */
  money?: boolean
}

/**
 * Tells the operator, in the transaction of what it is about (decision E7). While such an alert is open a repetition counts
 * up; it is mailed again only when it says something else.
 */
export async function raiseAlert(tx: Queryable, alert: Alert): Promise<void> {
  await tx.run(sql`
    insert into alerts as a (kind, subject, order_id, details, money)
    values (${alert.kind}, ${alert.subject}, ${alert.orderId ?? null}, ${JSON.stringify(alert.details)}::jsonb, ${alert.money ?? false})
    on conflict (kind, subject) where resolved_at is null do update set
      count = a.count + 1, last_at = now(), details = excluded.details, money = a.money or excluded.money,
      told_at = case when a.details = excluded.details then a.told_at end`)
}

/** What it was about has mended itself. */
export async function resolveAlert(tx: Queryable, { kind, subject }: Pick<Alert, 'kind' | 'subject'>): Promise<void> {
  await tx.run(
    sql`update alerts set resolved_at = now() where kind = ${kind} and subject = ${subject} and resolved_at is null`,
  )
}

/** Open alerts by kind; for the figures. */
export function openAlerts(db: Queryable): Promise<{ kind: string; open: number }[]> {
  return db.query(sql`
    select kind, count(*)::int as open from alerts where resolved_at is null group by kind order by kind limit 200`)
}
