// Attestations: none is asked for, and the certificates of one that comes all the same are read by nobody.
import { expect, test } from 'vitest'
import type { Log } from '#platform/log.ts'
import { type Lies, makePasskey } from './authenticator.testing.ts'
import { createJudge } from './judge.ts'
import { Registration } from './schemas.ts'

const ORIGIN = 'https://shop.example'
const CHALLENGE = 'A'.repeat(43)

/** What is made of such a registration: the passkey, or why there is none. */
async function read(attestation?: Lies['attestation']) {
  const reasons: string[] = []
  const log = { info: ({ reason }: { reason: string }) => void reasons.push(reason) } as unknown as Log
  const judge = createJudge({ log, here: () => ({ id: 'shop.example', origin: ORIGIN }) })
  const options = { challenge: CHALLENGE, rp: { id: 'shop.example' }, user: { id: 'AAAA' } }
  const { answer } = makePasskey(options, ORIGIN, attestation && { attestation })
  const made = await judge.readRegistration(Registration.parse(answer), CHALLENGE)
  return made ? made.rpId : reasons[0]
}

test('without an attestation the passkey is taken', async () => {
  expect(await read()).toBe('shop.example')
})

test('what has certificates is refused before the library reads any', async () => {
  const x5c = new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.from('00', 'hex')],
    ['x5c', [Buffer.from('3000', 'hex')]],
  ])
  for (const fmt of ['packed', 'apple', 'tpm', 'android-key', 'android-safetynet', 'fido-u2f', 'of-tomorrow'])
    expect(await read({ fmt, attStmt: x5c })).toBe('Error: an attestation')
})
