// Serves a member's address book: his own, whatever a body says (decision A6), and always with one default.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { CallError, notFound, refused } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { type Caller, memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { memberById } from '#rooms/members/hands.ts'
import { type Address, addressesContract } from './contract.ts'
import { MOST_ADDRESSES } from './limits.ts'
import * as store from './store.ts'

export function addressesCalls(db: Database) {
  return serves(addressesContract, {
    'GET /api/profile/address': async ({ query: { memberId, ...query } }, caller) => {
      const member = await asking(caller, memberId)
      const [rows, total] = await Promise.all([
        store.addressesOf(db, member.id, rowsOfPage(query)),
        store.countAddresses(db, member.id),
      ])
      return { rows: rows.map((row) => shown(row, member)), total }
    },

    'GET /api/profile/address/{id}': async ({ params }, caller) => {
      const member = await asking(caller)
      return shown(found(await store.addressById(db, member.id, params.id)), member)
    },

    'POST /api/profile/address/insert': async ({ body }, caller) => {
      const member = await asking(caller, body.memberId)
      const { id = randomUUID(), isDefault, memberId, ...fields } = body
      return alone(member.id, async (tx) => {
        // The same id a second time is the same address: its first answer may have been lost, and what is sent now is what counts.
        const there = await store.addressById(tx, member.id, id)
        if (there)
          return shown(await change(tx, member.id, there, { ...fields, id, isDefault: isDefault === '0' }), member)
        const count = await store.countAddresses(tx, member.id)
        if (count >= MOST_ADDRESSES) throw refused('address.tooMany')
        const row = { ...fields, id, isDefault: count === 0 || isDefault === '0' }
        if (row.isDefault) await store.clearDefault(tx, member.id)
        if ((await store.addAddress(tx, member.id, row)) === 0) throw notFound()
        return shown(row, member)
      })
    },

    'POST /api/profile/address/update': async ({ body }, caller) => {
      const member = await asking(caller, body.memberId)
      const { id, isDefault, memberId, ...fields } = body
      return alone(member.id, async (tx) => {
        const before = found(await store.addressById(tx, member.id, id))
        if (before.isDefault && isDefault === '1') throw refused('address.oneDefault')
        return shown(await change(tx, member.id, before, { ...fields, id, isDefault: isDefault === '0' }), member)
      })
    },

    'POST /api/profile/address/{id}/default': async ({ params }, caller) => {
      const { memberId } = memberOf(caller)
      return alone(memberId, async (tx) => {
        if (found(await store.addressById(tx, memberId, params.id)).isDefault) return null
        await store.clearDefault(tx, memberId)
        await store.makeDefault(tx, memberId, params.id)
        return null
      })
    },

    'DELETE /api/profile/address/{id}': async ({ params }, caller) => {
      const { memberId } = memberOf(caller)
      return alone(memberId, async (tx) => {
        if (found(await store.addressById(tx, memberId, params.id)).isDefault) throw refused('address.defaultTip')
        await store.deleteAddress(tx, memberId, params.id)
        return null
      })
    },
  })

  /** Whoever is signed in; 403 where the input names somebody else. */
  async function asking(caller: Caller, named?: string) {
    const { memberId } = memberOf(caller)
    if (named && named !== memberId) throw new CallError(403, 'error.forbidden')
    const member = await memberById(db, memberId)
    if (!member) throw new CallError(401, 'message.loginFirst')
    return member
  }

  function alone<T>(memberId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return db.transaction(async (tx) => {
      await store.queueUp(tx, memberId)
      return work(tx)
    })
  }
}

/** The default stays the default until another is. */
async function change(
  tx: Transaction,
  memberId: string,
  before: store.AddressRow,
  to: store.AddressRow,
): Promise<store.AddressRow> {
  const row = { ...to, isDefault: before.isDefault || to.isDefault }
  if (row.isDefault && !before.isDefault) await store.clearDefault(tx, memberId)
  await store.changeAddress(tx, memberId, row)
  return row
}

function found(row: store.AddressRow | undefined): store.AddressRow {
  if (!row) throw notFound()
  return row
}

function shown(row: store.AddressRow, member: { id: string; uname: string; username: string }): Address {
  const { isDefault, ...fields } = row
  return {
    ...fields,
    memberId: member.id,
    memberName: member.uname,
    isDefault: isDefault ? '0' : '1',
    updateBy: member.username,
  }
}
