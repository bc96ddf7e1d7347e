// How much may be reserved without paying, as the operator says: what he set in the office, else what the environment says.
import { defineSetting, orEmpty, wholeNumber } from '#platform/settings/define.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { ReservationLimits } from '../reservation-rules.ts'

const limit = (name: string, least: number, most: number) =>
  defineSetting(`limit.unpaid.${name}`, { schema: orEmpty(wholeNumber(least, most)), initial: '' })

const LIMITS = {
  perMailbox: limit('mailbox', 0, 1_000_000),
  perAddress: limit('address', 0, 1_000_000),
  stockPercent: limit('stockPercent', 0, 100),
  leastUnits: limit('leastUnits', 1, 1_000_000),
  firstUnits: limit('firstUnits', 1, 1_000_000),
  solvedTimes: limit('solvedTimes', 1, 1_000),
  hours: limit('hours', 0, 720),
} as const satisfies Record<keyof ReservationLimits, unknown>

export const LIMIT_SETTINGS = Object.values(LIMITS)

export function limitsIn(settings: Pick<Settings, 'read'>, environment: ReservationLimits): ReservationLimits {
  const chosen = Object.entries(LIMITS).flatMap(([name, setting]) => {
    const value = settings.read(setting)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...environment, ...Object.fromEntries(chosen) }
}
