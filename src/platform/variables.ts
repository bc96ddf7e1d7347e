// Variables of the environment that a room reads: declared by it, parsed and refused at the start together with all others.
import { z } from 'zod'

export type Mode = 'demo' | 'live'

export interface Variables<Values = unknown> {
  /** Name of the room. */
  readonly name: string
  /** Each with what may stand in it. */
  readonly shape: z.core.$ZodShape
  /** Set together or not at all. */
  readonly setTogether: readonly (readonly [string, string])[]
  /** What a shop of this mode may not be configured with: each one line that names the variable and shows no value. */
  refusals(values: Values, mode: Mode): string[]
}

// biome-ignore lint/suspicious/noExplicitAny: whatever they hold
export type AnyVariables = Variables<any>

/** What was declared, by the room that did. */
export type DeclaredValues = Readonly<Record<string, unknown>>

/** Its scheme in small letters, for whoever judges it by that. */
export const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .overwrite((text) => text.replace(/^https?:/i, (scheme) => scheme.toLowerCase()))

export const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  // In figures alone: what is also a number to a machine (0x10, 3e3) is a slip of the finger here.
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error })
}

/** How long something is kept. The most is a hundred years, which means for ever. */
export const days = whole(1, 36_500)

/** As they were parsed at the start. */
export function valuesOf<Values>(config: { declared: DeclaredValues }, { name }: Variables<Values>): Values {
  if (!Object.hasOwn(config.declared, name)) throw new Error(`the variables of ${name} were not read at the start`)
  return config.declared[name] as Values
}
