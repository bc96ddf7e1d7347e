// What a restore does about those who are gone.
import type { Transaction } from '#platform/database/database.ts'
import { barMembers } from '#rooms/members/hands.ts'
import { type Erasure, noteErasures } from './store.ts'

/**
 * As the journal has it: `id hash`; of an address that he had left, until when it was his; then, of one that was another
 * member's before, since when, with `-` where it was his to the end.
 */
export function readErasure(value: string): Erasure {
  const [memberId = '', hash = '', until = '-', since = '-'] = value.split(' ')
  const moment = (text: string) => (text === '-' ? null : new Date(text))
  return { memberId, addressHash: Buffer.from(hash, 'hex'), since: moment(since), until: moment(until) }
}

export function writeErasure({ memberId, addressHash, since, until }: Erasure): string {
  const moments = since ? [until?.toISOString() ?? '-', since.toISOString()] : until ? [until.toISOString()] : []
  return [memberId, addressHash.toString('hex'), ...moments].join(' ')
}

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
