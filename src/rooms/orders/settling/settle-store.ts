// The one statement by which a purchase that goes as it should is settled. It touches what payments, the vault and orders
// each keep, because every statement of its own costs more than what it does.
import { SerializationFailure, type Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { NewEvent } from '#platform/events/define.ts'
import { eventRows } from '#platform/events/store.ts'
import type { SealedKey } from '#rooms/vault/hands.ts'
import { BESIDE_LINE, LINE, type LineRow } from '../buyer/line-store.ts'
import type { GivenWaiver } from '../making/waiver.ts'
import { WHY } from '../reason-rules.ts'

export interface PlainSettlement {
  orderId: string
  payment: { id: string; provider: string; version: string }
  state: { rawState: string; amountMinor: number; providerRef: string; payableUntil: Date | null }
  /** Notices that this answer confirms. */
  confirmed: number[]
  /** How many keys the order has reserved when none is missing. */
  wanted: number
  /** To whom its keys are shown at once; null: nobody yet. */
  shownTo: string | null
  /** Events whose rows it writes with that. */
  happened: readonly NewEvent[]
}

/** What the mail with the keys says of the order beside what its row said when it was locked. */
export interface PlainlySettled {
  linkVersion: number
  waiver: GivenWaiver | null
  lines: LineRow[]
  keys: SealedKey[]
}

/**
 * Unpaid → Paid → Delivered: the provider's answer, the order and its two moves, its keys, that they are shown, and
 * the events of all that. All of
 * it, or nothing and undefined: then something is not as in most purchases (a hold, a refund, another attempt, a coupon,
 * keys that are missing, an answer that may be older than one that was taken), and the general way decides. The order
 * must be locked by an earlier statement: this one sees what was committed before that. Its keys are not locked: whoever
 * takes some of them in this moment makes the transaction run again.
 */
export async function settlePlainly(tx: Transaction, plain: PlainSettlement): Promise<PlainlySettled | undefined> {
  const { orderId, payment, state } = plain
  const settled = await tx.maybe<Omit<PlainlySettled, 'keys'> & { keys: SealedText[] }>(sql`
    with lines as (
      select id from order_lines where order_id = ${orderId}
    ), plain as (
      select o.id from orders o join payments p on p.order_id = o.id
      where o.id = ${orderId} and o.status = 'Unpaid' and o.released_at is null and o.coupon_id is null
        and p.id = ${payment.id} and p.method_id = o.payment_method and p.fee = o.fee and p.amount = o.total
        and not exists (select from order_holds where order_id = o.id and lifted_at is null)
        and not exists (select from refunds where order_id = o.id)
        and not exists (select from payments where order_id = o.id and id <> p.id)
        and ${plain.wanted}::int = (
          select count(*) from vault_keys where order_line_id = any(array(select id from lines)) and state = 'reserved')
    ), p as (
      update payments set state = 'completed', raw_state = left(${state.rawState}, 200), paid_amount = ${state.amountMinor}, refunded_amount = 0,
        provider_ref = coalesce(provider_ref, nullif(${state.providerRef}, '')),
        payable_until = coalesce(${state.payableUntil}::timestamptz, payable_until),
        -- A notice that it does not confirm is asked about again.
        poll_at = case when exists (select from payment_events where payment_id = payments.id and handled_at is null and id <> all(${plain.confirmed}::bigint[]))
          then coalesce(poll_at, now() + interval '1 minute') end,
        updated_at = clock_timestamp()
      from plain
      where payments.id = ${payment.id} and extract(epoch from updated_at)::text = ${payment.version}
      returning payments.id, payments.order_id
    ), notices as (
      update payment_events set handled_at = now(), outcome = 'completed'
      where id = any(${plain.confirmed}::bigint[]) and handled_at is null and exists (select from p)
    ), sold as (
      update vault_keys set state = 'sold', sold_at = now(), delivered_at = case when ${plain.shownTo}::text is not null then now() end
      where order_line_id = any(array(select id from lines)) and state = 'reserved' and exists (select from p)
      returning id, order_line_id, sealed, fingerprint
    ), shown as (
      insert into key_reveals (order_id, key_id, via, actor, address)
      select ${orderId}, id, 'mail', 'system', ${plain.shownTo} from sold where ${plain.shownTo}::text is not null
    ), o as (
      update orders set status = 'Delivered', paid_at = now(), delivered_at = now(), paid_payment_id = p.id
      from p where orders.id = p.order_id
      returning orders.id, link_version, waiver
    ), moves as (
      insert into order_events (order_id, from_status, to_status, actor, reason)
      select o.id, m.from_status, m.to_status, m.actor, m.reason from o, (values
        (1, 'Unpaid', 'Paid', ${payment.provider}, ${WHY.paid}), (2, 'Paid', 'Delivered', 'system', ${WHY.keysAssigned})
      ) as m(n, from_status, to_status, actor, reason) order by m.n
    ), happened as (
      insert into events (name, subject, payload)
      select e ->> 'name', e ->> 'subject', e -> 'payload' from o, jsonb_array_elements(${eventRows(plain.happened)}::jsonb) with ordinality as e(e, n)
      order by n
    )
    select link_version as "linkVersion", waiver, coalesce((
      select json_agg(json_build_object('id', id, 'lineId', order_line_id, 'sealed', encode(sealed, 'hex'), 'fingerprint', encode(fingerprint, 'hex'))
        order by order_line_id, id) from sold), '[]') as keys, (
      select json_agg(line) from (
        select ${LINE}
        from order_lines l ${BESIDE_LINE}
        where l.order_id = ${orderId} order by l.position limit 100
      ) line) as lines
    from o`)
  if (!settled) return undefined
  if (settled.keys.length !== plain.wanted) throw new SerializationFailure('keys of the order were taken from it')
  return {
    ...settled,
    keys: settled.keys.map((key) => ({
      ...key,
      sealed: Buffer.from(key.sealed, 'hex'),
      fingerprint: Buffer.from(key.fingerprint, 'hex'),
    })),
  }
}

type SealedText = Omit<SealedKey, 'sealed' | 'fingerprint'> & { sealed: string; fingerprint: string }
