// Signing in: the password is encrypted on its way, and a browser that has guessed too often works for its next try.
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { untilLate } from '#browser/until-late.ts'
import { solve } from '#rooms/captcha/ui/solve.ts'
import { sealWith } from '#rooms/passwords/ui/seal-with.ts'
import type { Me, Refusal } from '../office.ts'

export async function sealPassword(password: string): Promise<string> {
  return (await sealPasswords({ password })).password
}

export async function sealPasswords<Fields extends Record<string, string>>(passwords: Fields): Promise<Fields> {
  const answer = await fetch('/prod-api/api/security/jwks', { signal: untilLate(undefined) }).catch(() => undefined)
  if (!answer?.ok) throw new CallRefused(0, 'error.offline')
  const { data } = (await answer.json()) as { data: { keys: object[]; now: number } }
  return sealWith(data, passwords)
}

interface Typed {
  email: string
  password: string
  code: string
}

/** Throws `office.wrong` as signing in does. */
export async function prove({ password, code }: Pick<Typed, 'password' | 'code'>): Promise<void> {
  await solving(async (altcha) =>
    officeCall('POST /office/prove', { body: { password: await sealPassword(password), code, altcha } }),
  )
}

/** Makes the call, once more with what the browser has worked out where that is asked. */
export async function solving<T>(call: (altcha?: string) => Promise<T>, begins: () => void = () => {}): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { challenge } = ((error as CallRefused).data ?? {}) as Refusal
    if (!(error instanceof CallRefused) || error.message !== 'office.solveFirst' || !challenge) throw error
    begins()
    const altcha = await solve(challenge).catch(() => {
      throw new CallRefused(422, 'office.notSolved')
    })
    return call(altcha)
  }
}

/** `begins` is told when the browser has to work first. */
export const enter = ({ email, password, code }: Typed, isRecovery: boolean, begins: () => void): Promise<Me> =>
  solving(
    async (altcha) =>
      officeCall('POST /office/session', {
        body: {
          ...{ email, password: await sealPassword(password), altcha },
          ...(isRecovery ? { recoveryCode: code } : { code }),
        },
      }),
    begins,
  )
