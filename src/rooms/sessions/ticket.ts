// Between the password and the second factor: a ticket that says that the password was right. It opens nothing by itself,
// ends after five minutes and with the password, and is kept nowhere.
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

export function loginTickets(keyring: Keyring) {
  const signedText = (payload: string, passwordHash: string) => JSON.stringify([payload, passwordHash])

  return {
    issue({ memberId, remembered }: Ticket, passwordHash: string): string {
      const ends = Math.floor(Date.now() / 1000) + SECONDS
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
      if (!payload || !memberId || !signature || Number(ends) * 1000 <= Date.now()) return undefined
      const hash = await passwordOf(memberId)
      const bytes = Buffer.from(signature, 'base64url')
      if (!hash || !keyring.verifies('login-ticket', signedText(payload, hash), bytes)) return undefined
      return { memberId, remembered: remembered === '1', passwordHash: hash }
    },
  }
}

export type LoginTickets = ReturnType<typeof loginTickets>
