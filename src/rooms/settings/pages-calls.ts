// Serves the back office the shop's own pages.
import type { Database, Transaction } from '#platform/database/database.ts'
import { type Fields, merge } from '#platform/field-changes.ts'
import { invalid, refused } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import * as store from '#rooms/content/hands.ts'
import { CONTENT_PAGES, type ContentPageName, LEGAL_PAGES, PAGE_TYPES } from '#rooms/content/rules.ts'
import { LONGEST_PAGE } from './limits.ts'
import { pagesOffice } from './office-pages-contract.ts'

const FIELD = 'text.'

export function pagesCalls(db: Database) {
  return serves(pagesOffice, {
    'GET /office/pages': async () => {
      const rows = await store.infoRows(db, PAGE_TYPES)
      return CONTENT_PAGES.map(({ name, type }) => {
        const { text, ...page } = shown(
          name,
          rows.find((row) => row.type === type),
        )
        return { ...page, languages: Object.keys(text) }
      })
    },

    'GET /office/pages/{page}': async ({ params: { page } }) =>
      shown(page, (await store.infoRows(db, [pageOf(page).type]))[0]),

    'POST /office/pages/{page}': ({ params: { page }, body: { changes: wanted } }, caller) => {
      const by = whoAsks(caller)
      return db.transaction(async (tx) => {
        const row = await lockOrBegin(tx, pageOf(page).type, by.email)
        const { changes, conflicts, unknown } = merge(fieldsOf(row.content), wanted.map(trimmed))
        if (unknown.length > 0) throw invalid(unknown.map((path) => ({ path, message: 'error.invalid' })))
        if (conflicts.length > 0) throw refused('catalogue.refused.changed', { conflicts })
        const content = after(row.content, changes)
        refuseUnfit(content)
        await store.changeInfo(tx, row.type, content, by.email)
        if (changes.length > 0)
          await audit(tx, {
            ...{ by, act: 'page.change', subject: { kind: 'page', id: page } },
            before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
            after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
          })
        return shown(page, { ...row, content, updatedAt: new Date(), changedBy: by.email })
      })
    },
  } satisfies Handlers<typeof pagesOffice>)
}

const pageOf = (name: ContentPageName) => CONTENT_PAGES.find((page) => page.name === name)!

const languageIn = (field: string) => field.slice(FIELD.length)

/** Whoever writes it first begins it, and waits for whoever does so at the same moment. */
async function lockOrBegin(tx: Transaction, type: number, by: string): Promise<store.InfoRow> {
  const row = await store.lockInfo(tx, type)
  if (row) return row
  await store.addInfo(tx, type, {}, by)
  return (await store.lockInfo(tx, type))!
}

const fieldsOf = (content: Record<string, string>): Fields =>
  Object.fromEntries(LOCALES.map(({ code }) => [`${FIELD}${code}`, content[code] ?? '']))

const trimmed = <C extends { to: unknown }>(change: C): C => ({
  ...change,
  to: typeof change.to === 'string' ? change.to.trim() : change.to,
})

function after(content: Record<string, string>, changes: readonly { field: string; after: unknown }[]) {
  const texts = { ...content }
  for (const { field, after: text } of changes) {
    if (typeof text !== 'string') throw invalid([{ path: field, message: 'error.invalid' }])
    if (text.length > LONGEST_PAGE) throw invalid([{ path: field, message: 'pages.tooLong' }])
    if (text === '') delete texts[languageIn(field)]
    else texts[languageIn(field)] = text
  }
  return texts
}

/** What a language lacks is said in English (decision B5). */
function refuseUnfit(content: Record<string, string>): void {
  if (Object.keys(content).length > 0 && !content['en-US'])
    throw invalid([{ path: `${FIELD}en-US`, message: 'pages.english' }])
}

function shown(page: ContentPageName, row: store.InfoRow | undefined) {
  const { type, path } = pageOf(page)
  return {
    ...{ page, path, isLegal: LEGAL_PAGES.includes(type) },
    text: row?.content ?? {},
    changedAt: row?.changedBy ? row.updatedAt.toISOString() : null,
    changedBy: row?.changedBy ?? null,
  }
}
