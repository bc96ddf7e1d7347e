// Every SQL statement about what a client has reserved without paying.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Reserved } from '../reservation-rules.ts'

/** Nobody else with this client address gets past here until the transaction ends. */
export function lockClient(tx: Transaction, clientHash: Buffer): Promise<number> {
  return tx.run(sql`select pg_advisory_xact_lock(${clientHash.readBigInt64BE(0).toString()}::bigint)`)
}

/**
 * The client's orders that are unpaid, money under way included, or ended so within `hours`, and those of that time that cost
 * nothing, for whoever makes one has paid for none; and of each wanted offer what can be had and what such orders of the client
 * hold or got. The client must be locked by an earlier statement.
 */
export async function reservedBy(
  tx: Transaction,
  client: { clientHash: Buffer; mailboxHash: Buffer },
  wanted: { offerId: number; quantity: number }[],
  hours: number,
): Promise<Reserved> {
  const rows = await tx.query<Omit<Reserved, 'offers'> & Reserved['offers'][number]>(sql`
    with free as (
      select o.id, o.mailbox_hash from orders o
      where o.client_hash = ${client.clientHash} and o.total = 0 and o.status not in ('Unpaid', 'Cancelled', 'Expired')
        and o.placed_at > now() - ${hours} * interval '1 hour'
    ), unpaid as (
      select o.mailbox_hash from orders o
      where o.client_hash = ${client.clientHash} and o.status in ('Unpaid', 'Cancelled', 'Expired') and (
        o.status = 'Unpaid' or exists (
          select from order_events e
          where e.order_id = o.id and e.to_status = o.status and e.at > now() - ${hours} * interval '1 hour'))
      union all select mailbox_hash from free
    ), counted as (
      select count(*)::int as orders, count(*) filter (where mailbox_hash = ${client.mailboxHash})::int as of_mailbox from unpaid
    )
    select counted.orders, counted.of_mailbox as "ofMailbox", w.quantity as wanted, f.stock, coalesce(h.held, 0)::int as held
    from counted cross join jsonb_to_recordset(${JSON.stringify(wanted)}) as w("offerId" int, quantity int)
    join offers f on f.id = w."offerId"
    left join lateral (
      select sum(l.quantity) as held
      from (
        select id from orders where client_hash = ${client.clientHash} and status = 'Unpaid' union all select id from free
      ) o join order_lines l on l.order_id = o.id
      where l.offer_id = f.id
    ) h on true
    order by f.id`)
  if (!rows[0]) throw new Error('an offer went while it was ordered')
  const { orders, ofMailbox } = rows[0]
  return { orders, ofMailbox, offers: rows.map(({ wanted, stock, held }) => ({ wanted, stock, held })) }
}
