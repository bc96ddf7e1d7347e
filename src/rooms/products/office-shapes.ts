// Shapes that the back office's contracts about products share.
import { z } from 'zod'
import { LOCALES } from '#platform/i18n/locales.ts'
import { TEXT_KINDS, type TextKind } from './limits.ts'

export const Id = z.coerce.number().int().min(1).max(2_147_483_647)

/** Of an uploaded picture. */
export const PictureId = z.string().regex(/^[0-9a-f]{64}$/)

/** A text by language code. */
const Localized = z.record(z.string(), z.string())

export const Texts = z.object(
  Object.fromEntries(TEXT_KINDS.map((kind) => [kind, Localized])) as Record<TextKind, typeof Localized>,
)

export const LANGUAGES = LOCALES.map(({ code }) => code)
/** Whatever is written in another language is first written in English. */
export const OTHER_LANGUAGES = LANGUAGES.filter((code) => code !== 'en-US')
