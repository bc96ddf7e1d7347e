// Which inline scripts a page may run: those that its renderer made itself. They carry a word that is drawn for this one
// rendering and never sent: what somebody smuggles into a page cannot know it, so its hash never enters the policy.
import { createHash, randomBytes } from 'node:crypto'

/** The word for one rendering; the renderer puts it on its scripts as their nonce. */
export function drawNonce(): string {
  return randomBytes(18).toString('base64url')
}

export interface TrustedHtml {
  html: string
  /** CSP source expressions of its own scripts. */
  hashes: string[]
}

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g

/** Takes the word out of the page again: the same content is the same bytes. */
export function trustedScripts(html: string, nonce: string): TrustedHtml {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', body = ''] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(mark) || /\ssrc=/.test(attributes)) continue
    // Data blocks do not run.
    if (/type="application\/(ld\+)?json"/.test(attributes)) continue
    hashes.add(hashOf(body))
  }
  return {
    html: html.replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, '').replaceAll(mark, ''),
    hashes: [...hashes],
  }
}

/** The source expression that allows a script of these words. */
export function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
