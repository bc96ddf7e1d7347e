// What a visitor reads where no page can be made for him: in his language, and of itself alone, for nothing else may be there to ask.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Locale } from '../i18n/locales.ts'
import { type ServerMessageKey, serverWords } from '../i18n/server-words.ts'
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
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;background:Canvas;color:CanvasText;font:1rem/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:2rem 1.5rem}
p{margin:0}
.shop{font-weight:600;overflow-wrap:anywhere}
h1{margin:2rem 0 .5rem;font-size:1.75rem;line-height:1.2;text-wrap:balance}
.ways{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:2rem}
a{display:inline-block;padding:.65rem 1.25rem;border:1px solid;border-radius:.5rem;color:inherit;text-decoration:none}
a:hover{text-decoration:underline}
a:focus-visible{outline:2px solid;outline-offset:3px}
.first{background:CanvasText;border-color:CanvasText;color:Canvas}`.replaceAll('\n', '')

const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function write(page: LastPage, { code, tag, dir }: Locale, shop: string): string {
  const t = serverWords(code)
  const { title, text, again } = SAID[page]
  const ways = [
    again && `<a class="first" href="">${escaped(t('lastPage.again'))}</a>`,
    `<a${again ? '' : ' class="first"'} href="/">${escaped(t('lastPage.home'))}</a>`,
  ]
  return `<!doctype html><html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(t(title))}</title><style>${STYLE}</style></head><body><main><p class="shop">${escaped(shop)}</p><h1>${escaped(t(title))}</h1><p>${escaped(t(text))}</p><p class="ways">${ways.filter(Boolean).join('')}</p></main></body></html>`
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
