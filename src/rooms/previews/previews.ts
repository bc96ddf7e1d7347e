// Keeping what was typed, and finding it by the token that only its address holds.
import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type Previews as PagePreviews, PREVIEW_HEADER } from '#platform/http/page-preview.ts'
import { type Asker, type Caller, staffOf } from '#platform/http/principal.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { addPreview, dropOlder, type PreviewRow, previewBy } from './store.ts'
import { noticeOf } from './words.ts'

/** Previews that each person has at most; the oldest of more go. */
export const MOST_PREVIEWS = 20

const TOKEN = /^[\w-]{43}$/

export type Preview = Pick<PreviewRow, 'subject' | 'locale' | 'said'>

export interface Previews {
  /** Answers the address at which the shop shows it. */
  keep(tx: Transaction, of: Omit<PreviewRow, 'officeLocale'>, caller: Caller): Promise<string>
  /** The preview for which a call is made; undefined: it is made for none of this kind. */
  asked(caller: Pick<Asker, 'headers'>, kind: PreviewRow['kind']): Promise<Preview | undefined>
}

export function keepsPreviews(db: Database): Previews {
  return {
    async keep(tx, of, caller) {
      const token = randomBytes(32).toString('base64url')
      const { staffId } = staffOf(caller)
      await addPreview(tx, sha256(token), staffId, { ...of, officeLocale: caller.locale })
      await dropOlder(tx, staffId, MOST_PREVIEWS)
      return `${of.path}?preview=${token}`
    },

    async asked({ headers }, kind) {
      const token = headers.get(PREVIEW_HEADER)
      const row = token && TOKEN.test(token) ? await previewBy(db, sha256(token)) : undefined
      return row?.kind === kind ? row : undefined
    },
  }
}

/** For the pages. */
export const pagePreviews = (db: Database): PagePreviews => ({
  async open(token, path) {
    const row = await previewBy(db, sha256(token))
    const locale = findLocale(row?.locale)
    return row && locale && row.path === path ? { locale, notice: noticeOf(row) } : undefined
  },
})
