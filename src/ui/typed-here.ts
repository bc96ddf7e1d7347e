// What was typed and ordered in this tab, so that neither a reload nor a lost answer costs it: drafts of forms and of the
// checkout. A computer may be shared, so it is somebody's.

const TYPED = /^(draft:|checkout\b|typed-by$)/
const BY = 'typed-by'
/** When somebody left, in whichever tab: each forgets what was typed in it before, as soon as it is asked for. */
const LEFT = 'typed-left'
/** An order that the shop has not answered: without it the next press in its tab would make a second one. */
const SENT = 'checkout.sent'

/** What storage does not take, for it is full or forbidden: kept for as long as the page lives. */
const memory = new Map<string, string>()

export function readTyped(name: string): unknown {
  hasLeft()
  try {
    return JSON.parse(memory.get(name) ?? sessionStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined: it is kept no more. */
export function writeTyped(name: string, value: unknown): void {
  hasLeft()
  keep(name, JSON.stringify(value))
}

function keep(name: string, text: string | undefined) {
  memory.delete(name)
  try {
    if (text === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    if (text !== undefined) memory.set(name, text)
  }
}

/** Once it is known who is logged in: what another member typed here before is not for him. What a visitor typed is. */
export function keepTypedOf(username: string): void {
  const before = readTyped(BY)
  if (before && before !== username) forgetHere()
  writeTyped(BY, username)
}

/** Whoever leaves leaves nothing behind, in no tab. */
export function forgetTyped(): void {
  forgetHere()
  try {
    localStorage[LEFT] = Date.now()
  } catch {
    // Where storage is forbidden no other tab can know.
  }
}

/**
 * Whether somebody has left in another tab since this was asked last; what was typed here before is forgotten then, and a page that
 * waits for the answer to its order keeps that for as long as it lives.
 */
export function hasLeft(): boolean {
  try {
    const left = localStorage[LEFT]
    if (left === (memory.get(LEFT) ?? sessionStorage[LEFT])) return false
    const sent = memory.get(SENT) ?? sessionStorage[SENT]
    forgetHere()
    if (sent) memory.set(SENT, sent)
    keep(LEFT, left)
    return true
  } catch {
    return false
  }
}

function forgetHere(): void {
  memory.clear()
  try {
    for (const name of Object.keys(sessionStorage)) if (TYPED.test(name)) sessionStorage.removeItem(name)
  } catch {
    // Where storage is forbidden it holds nothing.
  }
}
