// What an operator may change while the shop runs: each setting is declared by the room that reads it, with what may stand in it.
import { z } from 'zod'
import type { Queryable } from '../database/database.ts'

export interface Setting<T> {
  /** As in the table `settings`: `order.payment.minutes`. */
  readonly key: string
  /** Reads the text that stands in the table. */
  readonly schema: z.ZodType<T, string>
  /** The text that a new shop starts with; what counts, too, while the table holds something else than the schema takes. */
  readonly initial: string
  /** Whether anybody may ask for it (`home/config/configKey`, specification §7). */
  readonly isPublic: boolean
  /** What a number counts, as the office's words name it: `minutes`. */
  readonly unit?: string
  /** Settings that it may not be above; so they may not be below it. */
  readonly notAbove?: readonly Setting<number>[]
  /** What a person may choose from, where that depends on what else the database holds. */
  readonly choices?: (db: Queryable) => Promise<string[]>
  /** Why a person may not set it so, for what else the database holds: a key of the office's words. */
  readonly refuses?: (value: T, db: Queryable) => Promise<string | undefined>
}

// biome-ignore lint/suspicious/noExplicitAny: whatever it holds
export type AnySetting = Setting<any>

/** Declares a setting; `initial` must be something that the schema takes. */
export function defineSetting<T>(
  key: string,
  { schema, initial, isPublic = false, ...bounds }: Omit<Setting<T>, 'key' | 'isPublic'> & { isPublic?: boolean },
): Setting<T> {
  schema.parse(initial)
  return { key, schema, initial, isPublic, ...bounds }
}

/** By what a person changes it. */
export type Control =
  | { is: 'flag' }
  | { is: 'text' }
  | { is: 'lines' }
  | { is: 'colour' }
  | { is: 'choice'; choices: string[] }
  | { is: 'some'; choices: string[] }
  /** `places`: decimals at most. */
  | { is: 'number'; least: number; most: number; places: number; unit?: string; mayBeEmpty?: boolean }

/** The controls of schemas that do not tell theirs themselves. */
const CONTROLS = new WeakMap<z.ZodType, Control>()

/** `1` or `0`. */
export const flag = z.enum(['0', '1']).transform((text) => text === '1')

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number) {
  const schema = z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
  CONTROLS.set(schema, { is: 'number', least, most, places: 0 })
  return schema
}

/** A whole number, or empty: then the environment's value counts. */
export function orEmpty(number: ReturnType<typeof wholeNumber>) {
  const schema = z.union([z.literal('').transform(() => undefined), number])
  CONTROLS.set(schema, { ...(CONTROLS.get(number) as Control & { is: 'number' }), mayBeEmpty: true })
  return schema
}

/** A number that is not negative, with a point: `0.30`. */
export const decimal = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,8})?$/)
  .transform(Number)
CONTROLS.set(decimal, { is: 'number', least: 0, most: 999_999_999, places: 8 })

/** An amount of money that is not negative: at most two decimals, as money counts (decision C6), whatever noughts follow. */
export const amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2}0{0,6})?$/)
  .transform(Number)
CONTROLS.set(amount, { is: 'number', least: 0, most: 999_999_999, places: 2 })

/** One line in which nothing is hidden: it stands in pages, mails, feeds and pictures. */
export const plainLine = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]*$/u)
    .transform((text) => text.trim())

/** At most `lines` plain lines, `most` characters together; blank lines are dropped. Nothing is hidden in them (`plainLine`). */
export function plainLines(most: number, lines: number) {
  const schema = z
    .string()
    .max(most)
    .regex(/^[^\p{Cf}\p{Zl}\p{Zp}<>]*$/u)
    .transform((text) => text.split('\n').flatMap((line) => line.trim() || []))
    .refine((all) => all.length <= lines && all.every((line) => !/\p{Cc}/u.test(line)))
  CONTROLS.set(schema, { is: 'lines' })
  return schema
}

/** #rrggbb, or none. */
export const mayBeColour = z.union([
  z.literal('').transform(() => undefined),
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .toLowerCase(),
])
CONTROLS.set(mayBeColour, { is: 'colour' })

/** An address, or none. */
export const mayBeEmail = z.union([z.literal(''), z.email().max(254)])

/** At least one of these, with commas between: `en-US,de`. */
export function someOf(choices: readonly string[]) {
  const schema = z
    .string()
    .max(1_000)
    .transform((text) => text.split(','))
    .refine((chosen) => chosen.every((one, at) => choices.includes(one) && chosen.indexOf(one) === at))
  CONTROLS.set(schema, { is: 'some', choices: [...choices] })
  return schema
}

export function controlOf({ schema, unit }: AnySetting): Control {
  if (schema === flag) return { is: 'flag' }
  if (schema instanceof z.ZodEnum) return { is: 'choice', choices: schema.options.map(String) }
  const control = CONTROLS.get(schema) ?? { is: 'text' }
  return control.is === 'number' && unit !== undefined ? { ...control, unit } : control
}
