// Logs in with a name and a password: encrypted on its way, with a challenge solved where one is asked for.
import { CallRefused, call } from '#browser/calls.ts'
import type { Challenge } from '#rooms/captcha/contract.ts'
import { solve } from '#rooms/captcha/ui/solve.ts'
import type { User } from '#rooms/members/schemas.ts'
import { sealPasswords } from '#rooms/passwords/ui/seal.ts'

interface Credentials {
  username: string
  password: string
  rememberMe: boolean
}

interface Refusal {
  reason?: string
  challenge?: Challenge
}

/** `onChallenge`: it takes some seconds now. Throws CallRefused; what its `data` says of a challenge is solved the next time. */
export async function logIn(credentials: Credentials, onChallenge: () => void): Promise<User> {
  const { username, password, rememberMe } = credentials
  for (let altcha: string | undefined; ; ) {
    const sealed = await sealPasswords({ password })
    try {
      return (await call('POST /api/login', { body: { username, rememberMe, altcha, ...sealed } })).user
    } catch (error) {
      const { reason, challenge } = refusalOf(error)
      if (reason !== 'login.captcha' || !challenge || altcha !== undefined) throw error
      onChallenge()
      altcha = await solve(challenge)
    }
  }
}

const refusalOf = (error: unknown): Refusal =>
  error instanceof CallRefused && typeof error.data === 'object' && error.data !== null ? (error.data as Refusal) : {}
