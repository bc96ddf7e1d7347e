// `/sandbox/mail`: the outbox of a shop in demo mode, to read what a shopper would get. Plain pages, no script.
import type { DemoToken } from '#platform/demo-token.ts'
import { readCookie } from '#platform/http/cookies.ts'
import { escapeMarkup as e } from '#platform/markup.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Delivery } from './deliver.ts'

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`,
  'x-frame-options': 'SAMEORIGIN',
}
const COOKIE = 'sandbox'

/**
 * GET /sandbox/mail, /sandbox/mail/{id}, …/{id}/html and …/{id}/text. Where strangers reach the shop the mails, which
 * hold keys and links, are for whoever has the token that was printed at its start (decision E6).
 */
export function sandboxMail(delivery: Delivery, token: DemoToken): (request: Request) => Promise<Response | undefined> {
  return async (request) => {
    const url = new URL(request.url)
    if (token.value !== undefined) {
      const { pathname, searchParams } = url
      if (token.admits(searchParams.get('token'))) return admit(pathname, token.value)
      if (!token.admits(readCookie(request.headers.get('cookie'), COOKIE))) return refuse()
    }
    const [, , , id, part] = url.pathname.split('/')
    if (!id) return new Response(await list(delivery), { headers: PAGE_HEADERS })
    const mail = isUuid(id) ? await delivery.byId(id) : undefined
    if (!mail || mail.state === 'lapsed') return undefined
    const words = await delivery.words(mail)
    if (part === 'html') return new Response(words.html, { headers: PAGE_HEADERS })
    if (part === 'text')
      return new Response(words.text, { headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' } })
    const meta = `<dl><dt>To</dt><dd>${e(mail.recipient)}</dd><dt>When</dt><dd>${mail.createdAt.toISOString()}</dd><dt>State</dt><dd>${mail.state}</dd><dt>Message-ID</dt><dd>${e(mail.messageId)}</dd></dl>`
    const body = `<p><a href="/sandbox/mail">All mail</a></p><h1 dir="auto">${e(words.subject)}</h1>${meta}<h2>HTML part</h2><iframe title="HTML part" src="/sandbox/mail/${id}/html" sandbox="allow-popups"></iframe><h2>Text part</h2><pre dir="auto">${e(words.text)}</pre>`
    return new Response(page(words.subject, body), { headers: PAGE_HEADERS })
  }
}

/** From the address into a cookie, at once. */
function admit(pathname: string, token: string): Response {
  const cookie = `${COOKIE}=${token}; Path=/sandbox; HttpOnly; SameSite=Lax`
  return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, location: pathname, 'set-cookie': cookie } })
}

function refuse(): Response {
  const body = '<h1>Mail</h1><p>Others can reach this shop. Open the address that it printed at its start.</p>'
  return new Response(page('Mail', body), { status: 403, headers: PAGE_HEADERS })
}

async function list(delivery: Delivery): Promise<string> {
  const mails = await delivery.latest(100)
  const rows = await Promise.all(
    mails.map(async (mail) => {
      const { subject } = await delivery.words(mail)
      return `<li><a href="/sandbox/mail/${mail.id}"><strong dir="auto">${e(subject)}</strong><span>${e(mail.recipient)}</span><time>${mail.createdAt.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></a></li>`
    }),
  )
  const body =
    rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No mail yet. Buy something: the keys arrive here.</p>'
  return page(
    'Mail',
    `<p><a href="/">Back to the shop</a></p><h1>Mail</h1><p>Test mode: no mail leaves this machine. The latest 100, the newest first.</p>${body}`,
  )
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${e(title)}</title><style>${STYLE}</style><main>${body}</main></html>`

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--line:color-mix(in srgb,currentColor 18%,transparent)}body{margin:0}main{max-width:52rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.5rem;line-height:1.25}h2{font-size:1rem;margin-top:2rem}ul{list-style:none;padding:0;border-top:1px solid var(--line)}li a{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.9rem .25rem;border-bottom:1px solid var(--line);color:inherit;text-decoration:none}li a:hover strong,li a:focus-visible strong{text-decoration:underline}li strong{flex:1 1 100%}li span,li time,dt{opacity:.75;font-size:.9rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dd{margin:0;overflow-wrap:anywhere}iframe{width:100%;height:38rem;border:1px solid var(--line);border-radius:12px;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--line);border-radius:12px;padding:1rem}`
