// Between the password and the second factor: a ticket that says that the password was right. It opens nothing by itself,
// ends after five minutes and with the password, and is kept nowhere. Its time is the database's: one instance writes it, and
// another, whose clock may differ, reads it.
import type { Keyring } from '#platform/crypto.ts'

const SECONDS = 5 * 60

export interface Ticket {
  memberId: string
  remembered: boolean
}

/** As it was read: with the hash of the password that was right, and is while nobody replaces it. */
export interface OpenTicket extends Ticket {
  passwordHash: string
}

/** `now`: in seconds, the same for all instances. */
export function loginTickets(keyring: Keyring, now: () => Promise<number>) {
  const signedText = (payload: string, passwordHash: string) => JSON.stringify([payload, passwordHash])

  return {
    async issue({ memberId, remembered }: Ticket, passwordHash: string): Promise<string> {
      const ends = Math.floor(await now()) + SECONDS
      const payload = `${memberId}.${ends}.${remembered ? 1 : 0}`
      return `${payload}.${keyring.sign('login-ticket', signedText(payload, passwordHash)).toString('base64url')}`
    },

    /** `passwordOf`: the member's hash now. Undefined for what is no ticket any more. */
    async read(
      text: string,
      passwordOf: (memberId: string) => Promise<string | null | undefined>,
    ): Promise<OpenTicket | undefined> {
      const [, payload, memberId, ends, remembered, signature] =
        /^(([\da-f-]{36})\.(\d{1,11})\.([01]))\.([\w-]{43})$/.exec(text) ?? []
      if (!payload || !memberId || !signature) return undefined
      const hash = await passwordOf(memberId)
      const bytes = Buffer.from(signature, 'base64url')
      if (!hash || !keyring.verifies('login-ticket', signedText(payload, hash), bytes)) return undefined
      if (Number(ends) <= (await now())) return undefined
      return { memberId, remembered: remembered === '1', passwordHash: hash }
    },
  }
}

export type LoginTickets = ReturnType<typeof loginTickets>
