// What checks a form, apart from the form itself: see use-form.ts.
import * as z from 'zod/mini'

// In a browser zod would try whether it may compile code; the content policy forbids it and reports every try.
if (typeof window !== 'undefined') z.config({ jitless: true })

/** Message by the field's name. */
export type FieldErrors = Record<string, string>

/** The first complaint about each field, by its name; `values` only where there is none. */
export function checked<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
): { errors: FieldErrors; values: z.output<S> | undefined } {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { errors: {}, values: parsed.data }
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? '')] ??= issue.message
  return { errors, values: undefined }
}

/** Empties a form that was sent, but for what was typed since then, which is answered. */
export function emptied(form: HTMLFormElement, sent: Record<string, string>): Record<string, string> {
  const later: Record<string, string> = {}
  for (const [name, text] of new FormData(form))
    if (typeof text === 'string' && text !== sent[name])
      later[name] = form.elements.namedItem(name) instanceof HTMLTextAreaElement ? added(text, sent[name]) : text
  form.reset()
  for (const [name, text] of Object.entries(later)) {
    const control = form.elements.namedItem(name)
    if (control && 'value' in control) control.value = text
  }
  return later
}

/** What was written behind or before a text that has gone; one that was changed within, or whose word goes on, stays whole. */
export function added(text: string, sent = ''): string {
  if (sent === '') return text
  const behind = text.slice(sent.length)
  if (text.startsWith(sent) && !isOneWord(sent, behind)) return behind.trimStart()
  const before = text.slice(0, -sent.length)
  return text.endsWith(sent) && !isOneWord(before, sent) ? before.trimEnd() : text
}

/** Han and kana write no spaces: every sign may begin a word. */
const isOneWord = (left: string, right: string) =>
  /(?!\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana})[\p{L}\p{N}\p{M}][.'’-]?$/u.test(left) &&
  /^[.'’-]?[\p{L}\p{N}\p{M}]/u.test(right)
