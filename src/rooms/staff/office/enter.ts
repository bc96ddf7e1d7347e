// Signing in: the password is encrypted on its way, and a browser that has guessed too often works for its next try.
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { solve } from '#rooms/captcha/ui/solve.ts'
import { sealWith } from '#rooms/passwords/ui/seal-with.ts'
import type { Me, Refusal } from '../office.ts'

export async function sealPassword(password: string): Promise<string> {
  const answer = await fetch('/prod-api/api/security/jwks').catch(() => undefined)
  if (!answer?.ok) throw new CallRefused(0, 'error.offline')
  const { data } = (await answer.json()) as { data: { keys: object[]; now: number } }
  return (await sealWith(data, { password })).password
}

interface Typed {
  email: string
  password: string
  code: string
}

/** `solving` is told when the browser has to work first. */
export async function enter({ email, password, code }: Typed, isRecovery: boolean, solving: () => void): Promise<Me> {
  const body = async (altcha?: string) => ({
    ...{ email, password: await sealPassword(password), altcha },
    ...(isRecovery ? { recoveryCode: code } : { code }),
  })
  try {
    return await officeCall('POST /office/session', { body: await body() })
  } catch (error) {
    const { challenge } = ((error as CallRefused).data ?? {}) as Refusal
    if (!(error instanceof CallRefused) || error.message !== 'office.solveFirst' || !challenge) throw error
    solving()
    const solution = await solve(challenge)
    return officeCall('POST /office/session', { body: await body(solution) })
  }
}
