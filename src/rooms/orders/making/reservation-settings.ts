// How much may be reserved without paying, as the operator says: what he set in the office, else what the environment says.
import { defineSetting, orEmpty, wholeNumber } from '#platform/settings/define.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { ReservationLimits } from '../reservation-rules.ts'

const limit = (name: string, least: number, most: number, unit: string) =>
  defineSetting(`limit.unpaid.${name}`, { schema: orEmpty(wholeNumber(least, most)), unit, initial: '' })

const LIMITS = {
  perMailbox: limit('mailbox', 0, 1_000_000, 'orders'),
  perAddress: limit('address', 0, 1_000_000, 'orders'),
  stockPercent: limit('stockPercent', 0, 100, 'percent'),
  leastUnits: limit('leastUnits', 1, 1_000_000, 'units'),
  firstUnits: limit('firstUnits', 1, 1_000_000, 'units'),
  solvedTimes: limit('solvedTimes', 1, 1_000, 'times'),
  hours: limit('hours', 0, 720, 'hours'),
} as const satisfies Record<keyof ReservationLimits, unknown>

export const LIMIT_SETTINGS = Object.values(LIMITS)

export function limitsIn(settings: Pick<Settings, 'read'>, environment: ReservationLimits): ReservationLimits {
  const chosen = Object.entries(LIMITS).flatMap(([name, setting]) => {
    const value = settings.read(setting)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...environment, ...Object.fromEntries(chosen) }
}
