/**
 * The mailbox behind an address, so that its many spellings count as one: letters' case, what stands behind a `+`, and at
 * Gmail, which has two names, the dots. For counting only; mail goes to the address as it was written.
 */
export function mailboxOf(address: string): string {
  const plain = address.normalize('NFKC').trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  if (at < 1) return plain
  const domain = plain.slice(at + 1).replace(/\.$/, '')
  const name = plain.slice(0, at).replace(/^([^+]+)\+.*$/s, '$1')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`
  return `${name.replaceAll('.', '') || name}@gmail.com`
}

/** An address while it was one person's. */
export interface HeldAddress {
  email: string
  /** When whoever had it before him left it: what came from there until then is not his. Null: nobody is known to have had it. */
  since: Date | null
  /** When he left it: what came from there later is not his. Null: it is his. */
  until: Date | null
}
