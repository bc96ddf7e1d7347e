// What a restore does about those who are gone.
import type { Transaction } from '#platform/database/database.ts'
import { barMembers } from '#rooms/members/hands.ts'
import { type Erasure, noteErasures } from './store.ts'

/** As the journal has it: `id hash`, and of an address that he had left, until when it was his. */
export function readErasure(value: string): Erasure {
  const [memberId = '', hash = '', until] = value.split(' ')
  return { memberId, addressHash: Buffer.from(hash, 'hex'), until: until === undefined ? null : new Date(until) }
}

export const writeErasure = ({ memberId, addressHash, until }: Erasure) =>
  [memberId, addressHash.toString('hex'), ...(until ? [until.toISOString()] : [])].join(' ')

/**
 * Nobody of them can sign in from now on; what the backup brought back of them goes when the shop is next opened, before it
 * serves anybody. Answers of how many it may have brought something back.
 */
export async function replayErasures(tx: Transaction, erasures: readonly Erasure[]): Promise<number> {
  const gone = await barMembers(
    tx,
    erasures.map(({ memberId }) => memberId),
  )
  const back = erasures.filter(({ memberId }) => !gone.has(memberId))
  await noteErasures(tx, back)
  return back.filter(({ until }) => until === null).length
}
