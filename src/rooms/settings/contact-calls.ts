// Serves the back office the ways to reach the shop.
import type { Database } from '#platform/database/database.ts'
import { invalid, refused } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { plainLine } from '#platform/settings/define.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import * as store from '#rooms/content/hands.ts'
import { CONTACT_ITEMS, type ContactItem, PHONE, webAddress } from '#rooms/content/rules.ts'
import { LONGEST_CONTACT } from './limits.ts'
import { contactOffice } from './office.ts'

const ITEMS = Object.entries(CONTACT_ITEMS) as [ContactItem, number][]

export function contactCalls(db: Database) {
  return serves(contactOffice, {
    'GET /office/contact': async () => {
      const rows = await store.infoRows(
        db,
        ITEMS.map(([, type]) => type),
      )
      return ITEMS.map(([item, type]) => {
        const row = rows.find((one) => one.type === type)
        return {
          item,
          content: row?.content ?? {},
          seen: row?.seen ?? '',
          changedAt: row?.changedBy ? row.updatedAt.toISOString() : null,
          changedBy: row?.changedBy ?? null,
        }
      })
    },

    'POST /office/contact/{item}': async ({ params: { item }, body: { content, seen, reason } }, caller) => {
      const texts = Object.entries(content).flatMap(([code, text]) => (text ? [[code, text] as const] : []))
      const wrong = texts.filter(([, text]) => !fits(item, text))
      if (wrong.length > 0) throw invalid(wrong.map(([code]) => ({ path: `text.${code}`, message: sayWrong(item) })))
      // What a language lacks is said in English (decision B5).
      if (texts.length > 0 && !content['en-US'])
        throw invalid([{ path: 'text.en-US', message: 'settings.contact.english' }])
      const by = whoAsks(caller)
      return db.transaction(async (tx) => {
        const type = CONTACT_ITEMS[item]
        const before = await store.lockInfo(tx, type)
        if ((before?.seen ?? '') !== seen) throw refused('settings.refused.changed')
        const after = Object.fromEntries(texts)
        const done = before
          ? await store.changeInfo(tx, type, after, by.email)
          : await store.addInfo(tx, type, after, by.email)
        // Somebody wrote the first text at the same time.
        if (done === 0) throw refused('settings.refused.changed')
        await audit(tx, {
          ...{ by, act: 'contact.change', subject: { kind: 'contact', id: item }, reason },
          ...{ before: before?.content ?? {}, after },
        })
        return null
      })
    },
  } satisfies Handlers<typeof contactOffice>)
}

const LINE = plainLine(LONGEST_CONTACT)

function fits(item: ContactItem, text: string): boolean {
  if (item === 'hours') return LINE.safeParse(text).success
  return item === 'phone' ? PHONE.test(text) : webAddress(text) !== null
}

const sayWrong = (item: ContactItem) =>
  item === 'hours' ? 'settings.wrong' : `settings.contact.${item === 'phone' ? 'phoneWrong' : 'linkWrong'}`
