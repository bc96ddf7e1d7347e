// What the page of currencies knows of one.
import type { officeCall } from '#browser/office-calls.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'

export type Currency = Awaited<ReturnType<typeof officeCall<'GET /office/currencies'>>>['rows'][number]

/** In the reader's language; the code where nobody knows more. */
export const nameOf = (t: TranslateOffice, code: string) =>
  new Intl.DisplayNames(t.tag, { type: 'currency' }).of(code) ?? code
