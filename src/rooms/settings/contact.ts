// How the shop is reached, as the back office changes it. The texts are those that pages, mails and `GET /api/website/info/{type}` show.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { CONTACT_ITEMS } from '#rooms/content/rules.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { LONGEST_CONTACT } from './limits.ts'

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

type ContactOfficeCalls = typeof contactOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends ContactOfficeCalls {}
}
