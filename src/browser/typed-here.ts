// Whose is what was typed in this tab: drafts of forms and of the checkout. A computer may be shared.

const TYPED = /^(draft:|checkout(\.|$))/
const BY = 'typed-by'

/** Once it is known who is logged in: what another member typed here before is not for him. What a visitor typed is. */
export function keepTypedOf(username: string): void {
  try {
    const before = sessionStorage.getItem(BY)
    if (before && before !== username) forgetTyped()
    sessionStorage.setItem(BY, username)
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

/** Whoever leaves leaves nothing behind. */
export function forgetTyped(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name === BY || TYPED.test(name)) sessionStorage.removeItem(name)
  } catch {
    // See above.
  }
}
