// For the storm of money: what must be true at every moment, also between the death of a shop and its next start; read in one
// transaction that sees one moment of everything.
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { differences } from '#rooms/ledger/check.ts'

/** What is wrong; none: the books balance. */
export function faultsOfBooks(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read read only`)
    const { movements, totals } = await differences(tx)
    const faults = [...movements.map((id) => `movement ${id}`), ...totals.map((total) => JSON.stringify(total))]
    for (const [what, statement] of Object.entries(RULES)) {
      const rows = await tx.query(statement)
      if (rows.length > 0) faults.push(`${what}: ${JSON.stringify(rows)}`)
    }
    return faults
  })
}

/** Each finds what must not be. */
const RULES = {
  'a balance below nothing, of which no bank took anything back': sql`
    select member_id, cents from member_balances b where cents < 0 and not exists (
      select from ledger_entries e join ledger_movements m on m.id = e.movement_id where e.member_id = b.member_id and m.kind in ('topUpBack', 'refundBack'))`,
  'rewards that are not what was entered': sql`
    select member_id from member_rewards r
    full join (select member_id, sum(points) points, sum(pending) pending, sum(growth) growth from reward_entries group by 1) e using (member_id)
    where (r.points, r.pending, r.growth) is distinct from (e.points, e.pending, e.growth)
      and not (e.member_id is null and (r.points, r.pending, r.growth) = (0, 0, 0))`,
  'pending points or growth below nothing': sql`select member_id from member_rewards where pending < 0 or growth < 0`,
  'a coupon whose uses are not counted': sql`
    select c.id, c.uses, count(u) as counted from coupons c left join coupon_uses u on u.coupon_id = c.id and u.state <> 'returned'
    group by c.id having c.uses <> count(u) or count(u) > c.total_uses`,
  'a member who used a coupon too often': sql`
    select u.member_id from coupon_uses u join coupons c on c.id = u.coupon_id where u.state <> 'returned'
    group by c.id, u.member_id having count(*) > c.per_member_uses`,
  'a payment from a balance that took something else': sql`
    select p.id, p.state, p.paid_amount, p.refunded_amount, m.spent, m.back from payments p
    left join lateral (
      select -sum(e.cents) filter (where m.kind = 'purchase') as spent, coalesce(sum(e.cents) filter (where m.kind = 'refund'), 0) as back
      from ledger_movements m join ledger_entries e on e.movement_id = m.id and e.account = 'member' where m.payment_id = p.id
    ) m on true
    where p.provider = 'balance' and (m.spent is distinct from nullif(p.paid_amount, 0) or m.back > coalesce(m.spent, 0) or p.refunded_amount > m.back)`,
  'a refund to a balance that is not there, or there twice': sql`
    select p.id, p.state, p.to_balance, r.sum as refunded, m.back from payments p
    left join lateral (select coalesce(sum(amount), 0) as sum from refunds where payment_id = p.id and destination = 'balance' and state = 'done') r on true
    left join lateral (
      select coalesce(sum(e.cents), 0) as back from ledger_movements m join ledger_entries e on e.movement_id = m.id and e.account = 'member'
      where m.payment_id = p.id and m.kind in ('refund', 'refundBack')
    ) m on true
    where p.provider <> 'balance' and (p.to_balance <> r.sum or p.to_balance > p.refunded_amount
      or m.back <> case when p.state in ('disputed', 'lost') then 0 else p.to_balance end)`,
  'more gone back than was paid': sql`select id from payments where refunded_amount > coalesce(paid_amount, 0)`,
  // Of what was refunded in part, keys that nobody had seen are for sale again.
  'a delivered order without its keys, or with too many': sql`
    select o.id, o.status from orders o join order_lines l on l.order_id = o.id
    cross join lateral (select count(*) as sold from vault_keys where order_line_id = l.id and state = 'sold') k
    where k.sold > l.quantity or (k.sold < l.quantity and o.status in ('Delivered', 'Completed'))`,
  'a key of an order that was not paid': sql`
    select o.id, o.status from orders o join order_lines l on l.order_id = o.id join vault_keys k on k.order_line_id = l.id
    where k.state = 'sold' and o.paid_at is null`,
  'stock that is not its keys': sql`
    select o.id from offers o where o.backing = 'keys'
      and o.stock <> (select count(*) from vault_keys k where k.offer_id = o.id and k.state = 'available')`,
}
