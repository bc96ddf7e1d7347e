// The page where a shopper would pay: plain HTML, one form, no script.
import { createHash } from 'node:crypto'
import type { Answer } from './listener.ts'

export const OUTCOMES = ['completed', 'pending', 'failed', 'cancelled', 'expired'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface PageContent {
  provider: string
  merchant: string
  /** With its decimals, as the shopper reads it. */
  amount: string
  currency: string
  order: string
  description: string
  state: string
  /** Outcomes that can still be chosen. */
  choices: readonly Outcome[]
  /** Where the browser may be sent after the choice. */
  returnUrls: string[]
}

const LABELS: Record<Outcome, [label: string, hint: string]> = {
  completed: ['Pay now', 'the payment succeeds'],
  pending: ['Pay later', 'the payment stays pending, as with a bank transfer'],
  failed: ['Decline', 'the bank says no'],
  cancelled: ['Cancel', 'you change your mind and go back'],
  expired: ['Let it expire', 'the time to pay is over'],
}

export function isOutcome(value: string | null): value is Outcome {
  return OUTCOMES.some((outcome) => outcome === value)
}

export function paymentPage(content: PageContent): Answer {
  const { merchant, amount, currency, choices } = content
  const rows = [
    ['Merchant', merchant],
    ['Order', content.order],
    ['For', content.description],
    ['State', content.state],
  ]
  const body = `<p class="who">${escapeHtml(content.provider)}</p>
<h1><span class="sr">Pay </span>${escapeHtml(amount)} <small>${escapeHtml(currency)}</small></h1>
<dl>${rows.map(([term, value]) => `<div><dt>${term}</dt><dd>${escapeHtml(value!)}</dd></div>`).join('')}</dl>
${choices.length > 0 ? form(choices) : `<p>Nothing more can be done here.</p>${backLink(content)}`}`
  return page(200, `Pay ${merchant}`, body, content.returnUrls)
}

/** For a payment that this simulator does not know, for example because it was started anew. */
export function unknownPaymentPage(): Answer {
  const body = `<h1>This payment is not known here</h1>
<p>The test payment provider remembers payments only while it runs. Go back to the shop and start the payment again.</p>`
  return page(404, 'Payment not known', body, [])
}

export function seeOther(location: string): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, body: '' }
}

function form(choices: readonly Outcome[]): string {
  const buttons = choices.map((outcome) => {
    const [label, hint] = LABELS[outcome]
    return `<button name="outcome" value="${outcome}"${outcome === 'completed' ? ' class="main"' : ''}>${label}<span>${hint}</span></button>`
  })
  return `<form method="post"><p id="ask">What shall happen?</p><div role="group" aria-labelledby="ask">${buttons.join('')}</div></form>`
}

function backLink({ merchant, returnUrls }: PageContent): string {
  const [url] = returnUrls
  return url && /^https?:/i.test(url) ? `<p><a href="${escapeHtml(url)}">Back to ${escapeHtml(merchant)}</a></p>` : ''
}

const STYLE = `:root{color-scheme:light dark;--ink:#1b1d22;--soft:#5a606b;--line:#d9dce2;--card:#fff;--back:#f2f3f6;--main:#1f5fd0;--on:#fff;--note:#fff3cd;--noteink:#5c4300}
@media(prefers-color-scheme:dark){:root{--ink:#eceef2;--soft:#a9b0bd;--line:#3a3f49;--card:#1d2026;--back:#121418;--main:#8ab4ff;--on:#0d1a33;--note:#3b3109;--noteink:#ffe49a}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden}
.note{margin:0;padding:.75rem 1.5rem;background:var(--note);color:var(--noteink);font-size:.9rem}.in{padding:1.5rem}
.who{margin:0;color:var(--soft);font-size:.9rem}h1{margin:.25rem 0 1rem;font-size:2rem;line-height:1.2;overflow-wrap:anywhere}h1 small{font-size:1rem;color:var(--soft)}
dl{margin:0 0 1.5rem;border-top:1px solid var(--line)}dl div{display:flex;gap:1rem;justify-content:space-between;padding:.6rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}dd{margin:0;text-align:end;overflow-wrap:anywhere;min-width:0}#ask{margin:0 0 .5rem;color:var(--soft)}
button{display:block;width:100%;min-height:3rem;margin:0 0 .5rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.6rem;background:transparent;color:inherit;font:inherit;font-weight:600;text-align:start;cursor:pointer}
button span{display:block;font-size:.85rem;font-weight:400;color:var(--soft)}button.main{background:var(--main);border-color:var(--main);color:var(--on)}button.main span{color:inherit}
button:hover{border-color:var(--main)}:focus-visible{outline:3px solid var(--main);outline-offset:2px}a{color:var(--main)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

function page(status: number, title: string, body: string, returnUrls: string[]): Answer {
  // Browsers apply form-action to the redirect after a form as well, so the shop's origin has to be in it.
  const origins = new Set(returnUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))
  const formAction = ["'self'", ...origins].filter((origin) => origin !== 'null').join(' ')
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><p class="note" role="note"><strong>Test mode: no money moves.</strong> You choose how this payment ends.</p><div class="in">
${body}
</div></main></body></html>`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
