// For tests: solves a challenge as any browser would.
import { createHash } from 'node:crypto'
import type { Challenge } from './contract.ts'

export function solveForTest(
  { algorithm, challenge, salt, signature, maxnumber }: Challenge,
  changed: object = {},
): string {
  for (let number = 0; number <= maxnumber; number++) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue
    return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature, ...changed })).toString('base64')
  }
  throw new Error('no number solves it')
}
