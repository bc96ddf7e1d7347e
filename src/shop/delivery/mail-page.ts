// The frame of every HTML mail: the language's direction, one column, styles in place because mail programs drop sheets.
import { escapeHtml } from '#platform/http/openapi.ts'
import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'

export const buttonStyle =
  'display:inline-block;background:#4338ca;color:#fff;text-decoration:none;border-radius:8px;padding:12px 20px'

/** `body` is HTML; everything in it that is not from our own texts was escaped. */
export function mailPage(locale: string, title: string, body: string): string {
  const { dir, tag } = findLocale(locale) ?? DEFAULT_LOCALE
  const e = escapeHtml
  return `<!doctype html><html lang="${e(tag)}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${e(title)}</title></head><body style="margin:0;background:#fff;color:#1c1f2b"><div style="max-width:560px;margin:0 auto;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;text-align:start">${body}</div></body></html>`
}
