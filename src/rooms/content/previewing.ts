// A page of the shop as it would be with what somebody typed, laid over what is saved whenever that is asked for.
import type { Queryable } from '#platform/database/database.ts'
import { type Localized, languageOf, textIn } from '#platform/i18n/text-in.ts'
import type { Preview } from '#rooms/previews/hands.ts'
import { infoRows } from './info-store.ts'
import { CONTENT_PAGES } from './rules.ts'

/** What a field of a page's texts is called: `text.de`. */
const FIELD = /^text\.([\w-]+)$/

export interface PreviewedPage {
  type: number
  /** Empty: there would be no such page. */
  content: string
  language: string
  updatedAt: Date
  /** Whether the shop would have it at all. */
  isWritten: boolean
}

export async function previewedPage(db: Queryable, preview: Preview | undefined): Promise<PreviewedPage | undefined> {
  const page = CONTENT_PAGES.find(({ name }) => name === preview?.subject)
  if (!preview || !page) return undefined
  const [row] = await infoRows(db, [page.type])
  const texts: Localized = { ...row?.content }
  for (const [field, text] of Object.entries(preview.said)) {
    const language = FIELD.exec(field)?.[1]
    if (language) texts[language] = String(text)
  }
  return {
    type: page.type,
    content: textIn(texts, preview.locale),
    language: languageOf(texts, preview.locale),
    updatedAt: row && Object.keys(preview.said).length === 0 ? row.updatedAt : new Date(),
    isWritten: textIn(texts, 'en-US') !== '',
  }
}
