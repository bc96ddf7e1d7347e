// A page as it would look with what somebody types in the back office (docs/decisions/074): for whoever has its address, and
// kept nowhere. The page itself is the shop's own; what is put on it says that it is a preview, and keeps its browser from undoing it.
import type { Locale } from '../i18n/locales.ts'
import type { FinishedPage } from './finish-page.ts'
import { hashOf } from './trusted-scripts.ts'

export interface ShownPreview {
  /** In which the page is; the visitor's own choice stays what it is. */
  locale: Locale
  /** What stands above the page, in the language of whoever asked for it. */
  notice: { text: string; tag: string }
}

export interface Previews {
  /** Undefined: there is none, or it has ended, or it shows another page. */
  open(token: string, path: string): Promise<ShownPreview | undefined>
}

/** Where a call names the preview that it is made for. */
export const PREVIEW_HEADER = 'x-preview'

/** The parameter `preview` of an address; undefined: it says nothing that could be one. */
export const previewIn = (query: string) => /[?&]preview=([\w-]{43})(?:&|$)/.exec(query)?.[1]

/** Its address is told to no other site and not in the requests for what the page is made of. */
export const PREVIEW_HEADERS = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }

// On the page that is previewed the browser's questions name the preview, too: what it asks again after a while is what it was shown.
// Today's prices would undo those that were typed, and nobody has visited the shop. On other pages everything is as for any visitor.
const SCRIPT =
  `(function(){var ask=fetch,path=location.pathname,token=new URLSearchParams(location.search).get('preview');
fetch=function(to,how){if(location.pathname!==path)return ask(to,how);
if(/\\/api\\/(saveVisit|product\\/syncStock)$/.test(to))return Promise.reject(new TypeError('not in a preview'));
if(/\\/api\\/(product\\/info\\?|website\\/)/.test(to)){how.headers.set('${PREVIEW_HEADER}',token)}
return ask(to,how)}})()`.replaceAll('\n', '')

/** With a notice at the top. React takes over the page around it: of what it does not know in the body it passes over. */
export function marked({ html, hashes }: FinishedPage, { notice: { text, tag } }: ShownPreview): FinishedPage {
  const words = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const notice = `<aside lang="${tag}" dir="ltr" class="bg-warn-soft px-4 py-1 text-center text-sm text-warn print:hidden">${words}<script>${SCRIPT}</script></aside>`
  return { html: html.replace(/<body[^>]*>/, (body) => body + notice), hashes: [...hashes, hashOf(SCRIPT)] }
}
