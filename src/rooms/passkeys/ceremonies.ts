// Asks browsers for passkeys and judges what they answer (WebAuthn). Every answer names a challenge, and counts once, for what
// the challenge was made for; it is the library that holds signature, origin, host and flags against what is expected.
import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto.ts'
import type { Queryable } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import type { Log } from '#platform/log.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Assertion, Registration } from './schemas.ts'
import * as store from './store.ts'

/** ES256, EdDSA and RS256: what authenticators have, the commonest first. */
const ALGORITHMS = [-7, -8, -257]

/** What a challenge was made for, and in whose session. */
export interface Occasion {
  purpose: store.Purpose
  sessionId: string | undefined
}

export type Ceremonies = ReturnType<typeof createCeremonies>

/** `party`: for whom passkeys are made where the request under way stands. */
export function createCeremonies({ log, party }: { log: Log; party: () => RelyingParty | undefined }) {
  function here(): RelyingParty {
    const found = party()
    if (!found) throw refused('passkey.unavailable')
    return found
  }

  /** Undefined for what the library refuses: it says so by throwing, and only why is worth knowing. */
  async function judge<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      log.info({ reason: String(error).slice(0, 200) }, 'the answer of a passkey was refused')
      return undefined
    }
  }

  async function challenge(db: Queryable, { purpose, sessionId }: Occasion): Promise<string> {
    const fresh = randomBytes(32).toString('base64url')
    await store.addChallenge(db, { hash: sha256(fresh), purpose, sessionId })
    return fresh
  }

  return {
    party,
    here,

    /** For how long the browser asks, in milliseconds: as long as the challenge is good. */
    timeout: store.CHALLENGE_MINUTES * 60_000,
    algorithms: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    challenge,

    /** Uses up the challenge that the answer names; undefined: it was made for something else, was used, or is over. */
    async take(db: Queryable, { response }: Registration | Assertion, occasion: Occasion): Promise<string | undefined> {
      const named = challengeIn(response.clientDataJSON)
      return named && (await store.takeChallenge(db, { hash: sha256(named), ...occasion })) ? named : undefined
    },

    /** The passkey that the browser has made, or undefined. */
    readRegistration: (answer: Registration, expectedChallenge: string) =>
      judge(async () => {
        const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
        const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
        const attestation = decodeAttestationObject(Buffer.from(answer.response.attestationObject, 'base64url'))
        // None was asked for. Certificates that somebody sends all the same are not read.
        const isPlain = attestation.get('fmt') === 'none' || !attestation.get('attStmt').get('x5c')
        if (!isPlain || !['none', 'packed'].includes(attestation.get('fmt'))) throw new Error('an attestation')
        const { id: expectedRPID, origin: expectedOrigin } = here()
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...answer, response: { ...answer.response, transports: [] }, clientExtensionResults: {} },
          expectedChallenge,
          expectedOrigin,
          expectedRPID,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        if (!verified) throw new Error('not verified')
        const { credential, credentialBackedUp: synced } = registrationInfo
        const publicKey = Buffer.from(credential.publicKey)
        if (publicKey.length > MOST_KEY_BYTES) throw new Error('a key of this size')
        const credentialId = Buffer.from(credential.id, 'base64url')
        return { credentialId, publicKey, signCount: credential.counter, synced, rpId: expectedRPID }
      }),

    /** What the authenticator says beside its signature, if that is right; undefined: it is not. */
    readAssertion: (answer: Assertion, expectedChallenge: string, publicKey: Buffer) =>
      judge(async () => {
        const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
        const { id: expectedRPID, origin: expectedOrigin } = here()
        const { userHandle } = answer.response
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: {
            ...answer,
            response: { ...answer.response, userHandle: userHandle ?? undefined },
            clientExtensionResults: {},
          },
          expectedChallenge,
          expectedOrigin,
          expectedRPID,
          requireUserVerification: true,
          // Counters are compared by the statement that moves them: of two answers at once, one is the later.
          credential: { id: answer.id, publicKey: new Uint8Array(publicKey), counter: 0 },
        })
        if (!verified) throw new Error('not verified')
        return { signCount: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
      }),
  }
}

/** An RSA key of 4096 bits has 526; a longer one only costs time each time. */
const MOST_KEY_BYTES = 600

/** As the browser has signed it; undefined for what no page of ours has asked for. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    // In a frame of another site nobody sees what he agrees to.
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) && !crossOrigin ? challenge : undefined
  } catch {
    return undefined
  }
}
