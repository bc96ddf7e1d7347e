// What a visitor reads where no page can be made for him: in his language, and of itself alone, for nothing else may be there to ask.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Locale } from '../i18n/locales.ts'
import { type ServerMessageKey, serverWords } from '../i18n/server-words.ts'
import { escapeMarkup as e } from '../markup.ts'
import { hashOf } from './trusted-scripts.ts'

interface Said {
  title: ServerMessageKey
  text: ServerMessageKey
  /** Whether the same address may have its page in a moment. */
  again: boolean
}

const SAID = {
  wrong: { title: 'lastPage.wrong', text: 'lastPage.moment', again: true },
  busy: { title: 'lastPage.busy', text: 'lastPage.moment', again: true },
  badAddress: { title: 'lastPage.badAddress', text: 'lastPage.checkAddress', again: false },
  longAddress: { title: 'lastPage.longAddress', text: 'lastPage.checkAddress', again: false },
  previewEnded: { title: 'lastPage.previewEnded', text: 'lastPage.previewAgain', again: false },
} satisfies Record<string, Said>

export type LastPage = keyof typeof SAID

// The browser's own colours and letters, light or dark as the system is.
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;font:1rem/1.5 system-ui}
main{max-width:34rem;padding:1.5rem}
h1{margin:2rem 0 .5rem;line-height:1.2}
p{margin:0 0 2rem;overflow-wrap:anywhere}
a{display:inline-block;margin-inline-end:.75rem;padding:.65rem 1.25rem;border:1px solid;border-radius:.5rem;color:inherit;text-decoration:none}
a:first-of-type{background:CanvasText;color:Canvas}`.replaceAll('\n', '')

const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function write(page: LastPage, { code, tag, dir }: Locale, shop: string): string {
  const t = serverWords(code)
  const { title, text, again } = SAID[page]
  const ways = `${again ? `<a href="">${e(t('lastPage.again'))}</a>` : ''}<a href="/">${e(t('lastPage.home'))}</a>`
  return `<!doctype html><html lang="${tag}" dir="${dir}"><head><meta name="viewport" content="width=device-width"><title>${e(t(title))}</title><style>${STYLE}</style></head><body><main><b>${e(shop)}</b><h1>${e(t(title))}</h1><p>${e(t(text))}</p>${ways}</main></body></html>`
}

interface Facts {
  securityHeaders: Record<string, string>
  /** The language of whoever asks. */
  localeOf: (req: IncomingMessage) => Locale
  /** The shop's name. */
  shopName: () => string
}

export function lastPages({ securityHeaders, localeOf, shopName }: Facts) {
  return (
    req: IncomingMessage,
    res: ServerResponse,
    status: number,
    page: LastPage,
    headers: Record<string, string> = {},
  ) => {
    const locale = localeOf(req)
    res.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale.tag,
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      ...securityHeaders,
      ...headers,
    })
    res.end(write(page, locale, shopName()))
  }
}
