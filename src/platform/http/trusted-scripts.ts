// Which inline scripts a page may run: those that its renderer made itself. They carry a word that is drawn for this one
// rendering and never sent: what somebody smuggles into a page cannot know it, so its hash never enters the policy.
import { createHash, randomBytes } from 'node:crypto'

/** The word for one rendering; the renderer puts it on its scripts as their nonce. */
export function drawNonce(): string {
  return randomBytes(18).toString('base64url')
}

/** The attribute by which the renderer's own scripts are known. */
export function nonceMark(nonce: string): string {
  return ` nonce="${nonce}"`
}

/** The source expression that allows a script of these words. */
export function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
