// How much a member may top up just now (decision F5).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { TopUpRoom as RoomShown } from '../schemas.ts'
import { TOP_UP_LEAST, TOP_UP_MOST, TOP_UP_MOST_NEW, TOP_UP_NEW_DAYS } from '../settings.ts'
import { type TopUpRoom, topUpRoom } from '../top-up-rules.ts'
import { lockTopUps, type TopUpDay, topUpDay } from './top-up-store.ts'

export type TopUpSettings = Pick<Settings, 'read'>

/** `beside`: a top-up of his that is not counted, for it is the one in question. */
export async function roomOf(
  db: Queryable,
  settings: TopUpSettings,
  memberId: string,
  beside: string | null = null,
): Promise<TopUpRoom & TopUpDay> {
  const day = await topUpDay(db, memberId, beside)
  if (!day) throw notFound()
  const rules = {
    least: fromMajor(settings.read(TOP_UP_LEAST)),
    most: fromMajor(settings.read(TOP_UP_MOST)),
    mostWhenNew: fromMajor(settings.read(TOP_UP_MOST_NEW)),
    newDays: settings.read(TOP_UP_NEW_DAYS),
  }
  return { ...topUpRoom(rules, day), ...day }
}

export const shown = ({ least, most, left, newUntil }: TopUpRoom): RoomShown => ({
  least: toMajor(least),
  most: toMajor(most),
  left: toMajor(left),
  newUntil: newUntil?.toISOString() ?? null,
})

/**
 * Whether a top-up that comes late still fits: its end had freed its amount for others. Nobody else begins one of his until this
 * transaction ends.
 */
export async function stillFits(
  tx: Transaction,
  settings: TopUpSettings,
  topUp: { id: string; memberId: string; cents: number },
): Promise<boolean> {
  await lockTopUps(tx, topUp.memberId)
  return topUp.cents <= (await roomOf(tx, settings, topUp.memberId, topUp.id)).left
}
