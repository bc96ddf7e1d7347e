// What an operator may change while the shop runs: each setting is declared by the room that reads it, with what may stand in it.
import { z } from 'zod'

export interface Setting<T> {
  /** As in the table `settings`: `order.payment.minutes`. */
  readonly key: string
  /** Reads the text that stands in the table. */
  readonly schema: z.ZodType<T, string>
  /** The text that a new shop starts with; what counts, too, while the table holds something else than the schema takes. */
  readonly initial: string
  /** Whether anybody may ask for it (`home/config/configKey`, specification §7). */
  readonly isPublic: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: whatever it holds
export type AnySetting = Setting<any>

/** Declares a setting; `initial` must be something that the schema takes. */
export function defineSetting<T>(
  key: string,
  { schema, initial, isPublic = false }: { schema: z.ZodType<T, string>; initial: string; isPublic?: boolean },
): Setting<T> {
  schema.parse(initial)
  return { key, schema, initial, isPublic }
}

/** `1` or `0`. */
export const flag = z.enum(['0', '1']).transform((text) => text === '1')

/** A whole number within bounds. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))

/** A number that is not negative, with a point: `0.30`. */
export const decimal = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,8})?$/)
  .transform(Number)
