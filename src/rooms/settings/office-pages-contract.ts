// The shop's own pages, as the back office shows and changes them.
import { z } from 'zod'
import { FieldChanges, TypedChanges } from '#platform/field-changes.ts'
import { defineContract } from '#platform/http/contract.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { CONTENT_PAGES, type ContentPageName } from '#rooms/content/rules.ts'
import { LONGEST_PAGE } from './limits.ts'

const Page = z.enum(CONTENT_PAGES.map(({ name }) => name) as [ContentPageName, ...ContentPageName[]])
const Changed = { changedAt: z.iso.datetime().nullable(), changedBy: z.string().nullable() }

const PageTexts = z.object({
  page: Page,
  path: z.string(),
  /** No shop may sell without it. */
  isLegal: z.boolean(),
  /** Markdown by language. */
  text: z.record(z.string(), z.string()),
  /** Null: as the shop began with it. */
  ...Changed,
})

export const pagesOffice = defineContract({
  'GET /office/pages': {
    summary: 'The pages of the shop that people write, in the order of their menu, with the languages that each has',
    access: { staff: 'content.read' },
    data: z.array(
      z.object({ page: Page, path: z.string(), isLegal: z.boolean(), languages: z.array(z.string()), ...Changed }),
    ),
  },
  'GET /office/pages/{page}': {
    summary: 'One page with its text in each language',
    access: { staff: 'content.read' },
    params: z.object({ page: Page }),
    data: PageTexts,
  },
  'POST /office/pages/{page}': {
    summary: `Changes its texts, by the field \`text.de\`: Markdown of ${LONGEST_PAGE} characters at most; without a text the shop does not have the page. What a language lacks is said in English, so English comes first. Where somebody else has changed the same text, nothing is saved and \`conflicts\` says what each is now.`,
    access: { staff: 'content.write' },
    params: z.object({ page: Page }),
    body: z.object({ changes: FieldChanges }),
    maxBodyBytes: 4_000_000,
    data: PageTexts,
  },
  'POST /office/pages/{page}/preview': {
    summary:
      'The page in the shop with what would be changed of it, for an hour: `path` is where, and nobody else knows it. Nothing is saved.',
    access: { staff: 'content.write' },
    params: z.object({ page: Page }),
    body: z.object({ language: z.enum(LOCALES.map(({ code }) => code)), changes: TypedChanges.default([]) }),
    maxBodyBytes: 4_000_000,
    data: z.object({ path: z.string() }),
  },
})

type PagesOffice = typeof pagesOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends PagesOffice {}
}
