import { z } from 'zod'
import { decimal, defineSetting } from '#platform/settings/define.ts'
import type { Level, Levels } from './rules.ts'

const hundredths = z.number().min(0).max(1e9).multipleOf(0.01)
const LevelRow = z.object({
  name: z.string().trim().min(1).max(40),
  growth: hundredths,
  discount: hundredths.max(100),
})

const LevelList = z
  .string()
  .max(10_000)
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(
    z
      .array(LevelRow)
      .min(1)
      .max(20)
      .refine(([first]) => first?.growth === 0, 'the first begins at 0')
      .refine(
        (levels) => levels.every(({ growth }, i) => i === 0 || growth > levels[i - 1]!.growth),
        'the lowest first',
      ),
  )
  .transform((levels) => levels as [Level, ...Level[]]) as unknown as z.ZodType<Levels, string>

/** The levels of members, the lowest first: at which growth each begins, and its discount in percent. */
export const LEVELS = defineSetting('member.levels', {
  schema: LevelList,
  initial: JSON.stringify([
    { name: 'Bronze', growth: 0, discount: 0 },
    { name: 'Silver', growth: 100, discount: 2 },
    { name: 'Gold', growth: 500, discount: 4 },
    { name: 'Platinum', growth: 2_000, discount: 6 },
    { name: 'Diamond', growth: 10_000, discount: 8 },
  ] satisfies Level[]),
})
/** US dollars that a point becomes as balance. */
export const POINT_VALUE = defineSetting('rate.of.points', {
  ...{ schema: decimal, unit: 'usd', initial: '1', isPublic: true },
})
/** Points for each US dollar that was paid for goods. */
export const POINTS_EARNED = defineSetting('rate.of.orderPoint', {
  ...{ schema: decimal, unit: 'points', initial: '0.01', isPublic: true },
})
/** Growth for each US dollar that was paid for goods. */
export const GROWTH_EARNED = defineSetting('order.growth.count', { schema: decimal, initial: '1', isPublic: true })

export const SETTINGS = [LEVELS, POINT_VALUE, POINTS_EARNED, GROWTH_EARNED]
