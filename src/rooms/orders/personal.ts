// What orders hold of a member: for his archive, and what becomes of it when he goes (decision F11).
import type { Database } from '#platform/database/database.ts'
import { inPages } from '#platform/database/in-pages.ts'
import { forgetDetail } from '#rooms/alerts/hands.ts'
import { deleteMailsAbout } from '#rooms/mail/hands.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import { forgetReasons } from '#rooms/payments/hands.ts'
import * as store from './personal-store.ts'

const PAGE = 200
/** Of those that keep his account open. */
const NAMED = 5

async function* everyOrder(db: Database, memberId: string) {
  for (let offset = 0; ; offset += PAGE) {
    const orders = await store.everythingOf(db, memberId, { offset, limit: PAGE })
    yield* orders
    if (orders.length < PAGE) return
  }
}

export const personalOrders = (db: Database): PersonalData => ({
  collect: async (memberId) => ({ orders: everyOrder(db, memberId) }),
  async holds(tx, memberId, email) {
    // What is read in the moment in which one of them is settled is over a moment later.
    await store.lockHis(tx, memberId, email)
    const { open, disputed } = await store.unfinishedOf(tx, memberId, email)
    return [...(open ? ['erasure.openOrders'] : []), ...(disputed ? ['erasure.disputes'] : [])]
  },
  async heldOrders(tx, memberId, email) {
    const orders = await store.unfinishedOrders(tx, memberId, email, NAMED)
    return { orders: orders.map(({ orderId, orderNo }) => ({ orderId, orderNo })), count: orders[0]?.count ?? 0 }
  },
  async erase(tx, memberId, address) {
    const ids = await store.unlink(tx, memberId, address)
    await forgetReasons(tx, ids)
    // Alerts of before say why a person held it.
    await forgetDetail(tx, { kind: 'order.held', detail: 'why', orderIds: ids })
    await deleteMailsAbout(tx, ids)
  },
  addresses: () => inPages((after, limit) => store.guestAddresses(db, after, limit)),
})
