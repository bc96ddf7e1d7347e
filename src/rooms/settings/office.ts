// The settings of the shop, as the back office shows and changes them.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { CONTACT_ITEMS } from '#rooms/content/rules.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { LONGEST_CONTACT, LONGEST_SETTING } from './limits.ts'

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
            /** Decimals at most. */
            places: z.number(),
            /** What it counts: `minutes`. */
            unit: z.string().optional(),
            mayBeEmpty: z.boolean().optional(),
          }),
          z.object({ is: z.literal('lines') }),
          z.object({ is: z.literal('colour') }),
        ]),
        /** Null: as the shop began with it. */
        changedAt: z.iso.datetime().nullable(),
        changedBy: z.string().nullable(),
      }),
    ),
  },
  'POST /office/settings/{key}': {
    summary:
      'Changes one; it counts in every process at once. `seen` is what its author saw: where somebody else has changed it since, nothing is done (`settings.refused.changed`). What it cannot hold is refused with its `control` as data, and what contradicts another setting with both of them (`settings.refused.crossed`).',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ key: z.string().max(100) }),
    body: z.object({ value: Value, seen: Value, reason: z.string().trim().min(1).max(LONGEST_REASON) }),
    data: z.object({ value: z.string() }),
  },
})

// How the shop is reached: the texts that pages, mails and `GET /api/website/info/{type}` show.
const Item = z.enum(Object.keys(CONTACT_ITEMS) as [keyof typeof CONTACT_ITEMS])
const Texts = z.partialRecord(z.enum(LOCALES.map(({ code }) => code)), z.string().trim().max(LONGEST_CONTACT))

export const contactOffice = defineContract({
  'GET /office/contact': {
    summary: 'How the shop is reached: each way with its text by language, and who changed it last',
    access: { staff: 'settings.read' },
    data: z.array(
      z.object({
        item: Item,
        /** Empty: pages do not name it. */
        content: z.record(z.string(), z.string()),
        /** What the change of it says that its author saw. */
        seen: z.string(),
        changedAt: z.iso.datetime().nullable(),
        changedBy: z.string().nullable(),
      }),
    ),
  },
  'POST /office/contact/{item}': {
    summary:
      'Changes one; without a text pages name it no more. `seen` as it was read: where somebody else has changed it since, nothing is done (`settings.refused.changed`).',
    access: { staff: 'settings.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ item: Item }),
    body: z.object({
      content: Texts,
      seen: z.string().max(40 * LONGEST_CONTACT),
      reason: z.string().trim().min(1).max(LONGEST_REASON),
    }),
    data: z.null(),
  },
})

type SettingsOfficeCalls = typeof settingsOffice & typeof contactOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends SettingsOfficeCalls {}
}
