// Logs in with a name and a password, and with a code where the member has set that up: passwords encrypted on their way,
// with a challenge solved where one is asked for.
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

/** One of them. */
export interface SecondProof {
  code?: string
  recoveryCode?: string
}

interface Refusal {
  reason?: string
  challenge?: Challenge
  ticket?: string
}

/**
 * The member, or the ticket with which a code is asked for. `onChallenge`: it takes some seconds now. Throws CallRefused;
 * what its `data` says of a challenge is solved the next time.
 */
export async function logIn(
  { username, password, rememberMe }: Credentials,
  onChallenge: () => void,
): Promise<{ user: User } | { ticket: string }> {
  try {
    return await solving(onChallenge, async (altcha) => {
      const sealed = await sealPasswords({ password })
      return call('POST /api/login', { body: { username, rememberMe, altcha, ...sealed } })
    })
  } catch (error) {
    const { reason, ticket } = refusalOf(error)
    if (reason === 'login.secondFactor' && ticket) return { ticket }
    throw error
  }
}

export const logInSecond = (ticket: string, proof: SecondProof, onChallenge: () => void): Promise<User> =>
  solving(
    onChallenge,
    async (altcha) => (await call('POST /api/login/second', { body: { ticket, ...proof, altcha } })).user,
  )

/** Proves again who the member is. Throws CallRefused, also where a code is asked for beside the password. */
export async function proveBy(password: string, proof: SecondProof, onChallenge = () => {}): Promise<void> {
  await solving(onChallenge, async (altcha) => {
    const sealed = await sealPasswords({ password })
    return call('POST /api/security/prove', { body: { ...sealed, ...proof, altcha } })
  })
}

/** Proves again who the member is; true: he was not proved, for a code is asked for beside the password. */
export async function prove(password: string, proof: SecondProof, onChallenge: () => void): Promise<boolean> {
  try {
    await proveBy(password, proof, onChallenge)
    return false
  } catch (error) {
    if (refusalOf(error).reason === 'login.secondFactor') return true
    throw error
  }
}

async function solving<T>(onChallenge: () => void, send: (altcha: string | undefined) => Promise<T>): Promise<T> {
  for (let altcha: string | undefined; ; ) {
    try {
      return await send(altcha)
    } catch (error) {
      const { reason, challenge } = refusalOf(error)
      if (reason !== 'login.captcha' || !challenge || altcha !== undefined) throw error
      onChallenge()
      altcha = await solve(challenge).catch(() => {
        throw new CallRefused(422, 'checkout.captcha.failed')
      })
    }
  }
}

/** Whether the ticket is over: the password is asked for again. */
export const isOver = (error: unknown) => refusalOf(error).reason === 'login.again'

export const isWrongCode = (error: unknown) => refusalOf(error).reason === 'login.wrongCode'

const refusalOf = (error: unknown): Refusal =>
  error instanceof CallRefused && typeof error.data === 'object' && error.data !== null ? (error.data as Refusal) : {}
