// The codes themselves: those of an authenticator app, and those for when it is lost.
import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { plainNumber } from '#platform/i18n/digits.ts'

/** Letters and digits that nobody takes for one another: no 0 and O, 1, I and L, no U. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const RECOVERY_CODES = 10
const RECOVERY_SIGNS = 10
/** Seconds by which the telephone's clock may be wrong: one step earlier or later. */
const TOLERANCE = 30

export const newSecret = () => generateSecret()

/** What the QR code holds. `issuer`: what the app calls the shop. */
export const secretUri = (of: { secret: string; issuer: string; label: string }) =>
  generateURI({ strategy: 'totp', ...of })

/** The step of time (30 seconds since the epoch) to which this code belongs; undefined: to none of these minutes. */
export function stepOfCode(code: string, secret: string, now: number): number | undefined {
  const token = plainNumber(code).replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const found = verifySync({ secret, token, epoch: Math.floor(now), epochTolerance: TOLERANCE })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

/** As they are shown: `ABCDE-FGHJK`. */
export function newRecoveryCodes(): string[] {
  const signs = () => Array.from({ length: RECOVERY_SIGNS }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => signs().replace(/^(.{5})/, '$1-'))
}

/** As they are compared, however somebody copied them. */
export const plainRecoveryCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()
