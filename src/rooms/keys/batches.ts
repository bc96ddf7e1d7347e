// What people do to batches of keys. Each act is one transaction with its audit row; the batch is locked first, so that two acts at
// once come one after the other, and the keys follow it, whoever sells or frees them meanwhile.
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type Audited, audit, type Employee } from '#rooms/audit/hands.ts'
import { type BatchState, type KeyState, mayLook, batchStore as store } from '#rooms/vault/hands.ts'
import { SERVE_WAITING } from '#rooms/vault/jobs.ts'
import { MOST_EXPORTED, REST_DAYS } from '#rooms/vault/limits.ts'
import { offerFor } from './bring-in.ts'

export interface By {
  who: Employee
  reason: string
  /** The state in which he had seen the batch. */
  seen: BatchState
}

/** What each act asks of the batch, and what becomes of it and of which of its keys. */
const ACTS = {
  block: { from: ['open'], to: 'blocked', keys: ['available', 'reserved'] },
  unblock: { from: ['blocked'], to: 'open', keys: ['blocked'] },
  withdraw: { from: ['open', 'blocked'], to: 'withdrawn', keys: ['available', 'reserved', 'blocked'] },
  takeBack: { from: ['withdrawn'], to: 'open', keys: ['withdrawn'] },
} as const satisfies Record<string, { from: readonly BatchState[]; to: BatchState; keys: readonly KeyState[] }>
type Act = keyof typeof ACTS

const KEY_STATE = { open: 'available', blocked: 'blocked', withdrawn: 'withdrawn' } as const

export function createBatches({ db, keyring }: { db: Database; keyring: Keyring }) {
  return {
    act: (id: string, act: Act, by: By) =>
      db.transaction(async (tx) => {
        const { state, offerId } = await lockSeen(tx, id, by)
        if (!(ACTS[act].from as readonly string[]).includes(state)) throw refused('keys.refused.changed')
        if (act === 'takeBack' && !(await store.comesBack(tx, id, REST_DAYS))) throw refused('keys.refused.goneForGood')
        const keys = await turn(tx, id, act)
        // Paid orders that wait come before those who buy now.
        if (ACTS[act].to === 'open') await enqueue(tx, SERVE_WAITING, { offerId })
        await note(tx, id, act, by, { before: { state }, after: { state: ACTS[act].to, keys } })
        return { state: ACTS[act].to, keys }
      }),

    /** To another version. `from`: the code of the one in which he had seen it. */
    move: (id: string, { from, to }: { from: string; to: string }, by: By) =>
      db.transaction(async (tx) => {
        const { state } = await lockSeen(tx, id, by)
        const batch = await store.batchOf(tx, id)
        if (state === 'withdrawn' || batch?.skuCode !== from) throw refused('keys.refused.changed')
        // What another seller's keys bring in is his: they stay with him.
        const { offerId } = await offerFor(tx, to, batch.seller)
        if (from === to) throw refused('keys.refused.sameVersion', { code: to })
        const keys = await store.moveBatch(tx, id, offerId)
        if (state === 'open') await enqueue(tx, SERVE_WAITING, { offerId })
        await note(tx, id, 'move', by, { before: { skuCode: from }, after: { skuCode: to, keys } })
        return { state, keys }
      }),

    /** Answered only once it is written down that they left: whoever does not get the answer asks again for the same ones. */
    export: (id: string, by: By) =>
      db.transaction(async (tx) => {
        const { state } = await lockSeen(tx, id, by)
        if (state !== 'withdrawn') await turn(tx, id, 'withdraw')
        const rows = await store.withdrawnKeys(tx, id, MOST_EXPORTED + 1)
        if (rows.length === 0) throw refused('keys.refused.nothing')
        if (rows.length > MOST_EXPORTED) throw refused('keys.refused.tooMany', { most: MOST_EXPORTED })
        await store.noteExport(tx, id)
        await note(tx, id, 'export', by, {
          before: { state },
          after: { state: 'withdrawn', keys: rows.length, exported: true },
        })
        const keys = rows.map(({ sealed, fingerprint }) => keyring.open('vault', sealed, fingerprint.toString('hex')))
        return { keys: keys.length, text: `${keys.join('\n')}\n` }
      }),

    /** In clear, after it is written down who looked and why. What was not sold yet never is from then on. */
    reveal: (keyId: number, { who, reason }: Omit<By, 'seen'>) =>
      db.transaction(async (tx) => {
        await mayLook(tx, who.staffId)
        const key = await store.lookAt(tx, keyId, who.staffId)
        if (!key) throw notFound()
        const { batchId, state, sealed, fingerprint } = key
        if (state === 'reserved') throw refused('keys.refused.reserved')
        await audit(tx, {
          ...{ by: who, act: 'keyBatch.reveal', subject: { kind: 'keyBatch', id: batchId }, reason },
          after: { key: keyId, state },
        })
        return keyring.open('vault', sealed, fingerprint.toString('hex'))
      }),
  }
}

async function lockSeen(tx: Transaction, id: string, { seen }: By) {
  const batch = await store.lockBatch(tx, id)
  if (!batch) throw notFound()
  if (batch.state !== seen) throw refused('keys.refused.changed')
  return batch
}

/** The batch first: what is freed from now on becomes what the batch is. */
async function turn(tx: Transaction, id: string, act: Act): Promise<number> {
  const { to, keys } = ACTS[act]
  await store.setState(tx, id, to)
  return store.turnKeys(tx, id, keys, KEY_STATE[to])
}

const note = (
  tx: Transaction,
  id: string,
  act: Act | 'export' | 'move',
  { who, reason }: By,
  what: Required<Pick<Audited, 'before' | 'after'>>,
) =>
  audit(tx, {
    ...{ by: who, act: `keyBatch.${act}`, subject: { kind: 'keyBatch', id }, reason },
    ...what,
  })
