// The settings of the shop, as the back office shows and changes them.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { LONGEST_SETTING } from './limits.ts'

const Value = z.string().max(LONGEST_SETTING)

export const settingsOffice = defineContract({
  'GET /office/settings': {
    summary: 'Every setting with its text, by what it is changed, and who changed it last',
    access: { staff: 'settings.read' },
    data: z.array(
      z.object({
        key: z.string(),
        value: z.string(),
        initial: z.string(),
        control: z.discriminatedUnion('is', [
          z.object({ is: z.literal('flag') }),
          z.object({ is: z.literal('text') }),
          z.object({ is: z.literal('choice'), choices: z.array(z.string()) }),
          z.object({ is: z.literal('some'), choices: z.array(z.string()) }),
          z.object({
            is: z.literal('number'),
            least: z.number(),
            most: z.number(),
            isWhole: z.boolean(),
            mayBeEmpty: z.boolean().optional(),
          }),
          z.object({ is: z.literal('lines') }),
        ]),
        /** Null: as the shop began with it. */
        changedAt: z.iso.datetime().nullable(),
        changedBy: z.string().nullable(),
      }),
    ),
  },
  'POST /office/settings/{key}': {
    summary:
      'Changes one; it counts in every process at once. `seen` is what its author saw: where somebody else has changed it since, nothing is done (`settings.refused.changed`).',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ key: z.string().max(100) }),
    body: z.object({ value: Value, seen: Value, reason: z.string().trim().min(1).max(LONGEST_REASON) }),
    data: z.object({ value: z.string() }),
  },
})

type SettingsOfficeCalls = typeof settingsOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends SettingsOfficeCalls {}
}
