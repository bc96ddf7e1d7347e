// Serves the back office the shop's own pages.
import type { Database } from '#platform/database/database.ts'
import { type FieldChange, type Fields, merge } from '#platform/field-changes.ts'
import { invalid, refused } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import * as store from '#rooms/content/hands.ts'
import { CONTENT_PAGES, type ContentPageName, LEGAL_PAGES, PAGE_TYPES } from '#rooms/content/rules.ts'
import type { Previews } from '#rooms/previews/hands.ts'
import { pagesOffice } from './office-pages-contract.ts'

const FIELD = 'text.'

export function pagesCalls(db: Database, previews: Previews) {
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
      const { type } = pageOf(page)
      return db.transaction(async (tx) => {
        const row = await store.lockInfo(tx, type)
        const before = row?.content ?? {}
        const changes = changesOf(fieldsOf(before), wanted)
        if (changes.length === 0) return shown(page, row)
        const content = after(before, changes)
        refuseUnfit(content)
        const write = row ? store.changeInfo : store.addInfo
        // Somebody wrote its first text at the same time.
        if ((await write(tx, type, content, by.email)) === 0) throw refused('catalogue.refused.changed')
        await audit(tx, {
          ...{ by, act: 'page.change', subject: { kind: 'page', id: page } },
          before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
          after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
        })
        return shown(page, await store.lockInfo(tx, type))
      })
    },

    'POST /office/pages/{page}/preview': async ({ params: { page }, body: { language, changes: typed } }, caller) => {
      const { type, path } = pageOf(page)
      const before = (await store.infoRows(db, [type]))[0]?.content ?? {}
      const now = fieldsOf(before)
      // What somebody else wrote meanwhile is seen when it is saved.
      const changes = changesOf(
        now,
        typed.map((change) => ({ ...change, from: now[change.field] ?? '' })),
      )
      refuseUnfit(after(before, changes))
      const shown = changes.filter(({ field }) => [language, 'en-US'].includes(languageIn(field)))
      const said = Object.fromEntries(shown.map((change) => [change.field, change.after]))
      return {
        path: await db.transaction((tx) =>
          previews.keep(tx, { kind: 'page', subject: page, path, locale: language, said, isDraft: false }, caller),
        ),
      }
    },
  } satisfies Handlers<typeof pagesOffice>)
}

function changesOf(now: Fields, wanted: readonly FieldChange[]) {
  const { changes, conflicts, unknown } = merge(now, wanted.map(trimmed))
  if (unknown.length > 0) throw invalid(unknown.map((path) => ({ path, message: 'error.invalid' })))
  if (conflicts.length > 0) throw refused('catalogue.refused.changed', { conflicts })
  return changes
}

const pageOf = (name: ContentPageName) => CONTENT_PAGES.find((page) => page.name === name)!

const languageIn = (field: string) => field.slice(FIELD.length)

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
