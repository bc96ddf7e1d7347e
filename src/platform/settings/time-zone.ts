// Whose midnight begins a day in the figures and lists of the shop.
import { z } from 'zod'
import { defineSetting } from './define.ts'

/** A name of IANA's list, as both this program and the database take it: `Europe/Berlin`, `UTC`. */
export const TIME_ZONE = defineSetting('shop.timeZone', {
  schema: z
    .string()
    .regex(/^[A-Za-z_]{1,30}(\/[A-Za-z0-9_+-]{1,30}){0,2}$/)
    .refine(isKnown, 'no time zone is called so'),
  initial: 'UTC',
})

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
