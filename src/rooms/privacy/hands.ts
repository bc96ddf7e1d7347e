// What a restore does about those who are gone.
import type { Transaction } from '#platform/database/database.ts'
import { barMembers } from '#rooms/members/hands.ts'
import { type Erasure, noteErasures } from './store.ts'

/** As the journal has it: `id hash`. */
export function readErasure(value: string): Erasure {
  const [memberId = '', hash = ''] = value.split(' ')
  return { memberId, addressHash: Buffer.from(hash, 'hex') }
}

export const writeErasure = ({ memberId, addressHash }: Erasure) => `${memberId} ${addressHash.toString('hex')}`

/**
 * Nobody of them can sign in from now on; what the backup brought back of them goes when the shop is next opened, before it
 * serves anybody. Answers of how many it may have brought something back.
 */
export async function replayErasures(tx: Transaction, erasures: readonly Erasure[]): Promise<number> {
  const gone = await barMembers(
    tx,
    erasures.map(({ memberId }) => memberId),
  )
  return noteErasures(
    tx,
    erasures.filter(({ memberId }) => !gone.has(memberId)),
  )
}
