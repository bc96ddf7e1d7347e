// Judges what browsers answer (WebAuthn): it is the library that holds signature, origin, host and flags against what is expected.
import type { Log } from '#platform/log.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Assertion, Registration } from './schemas.ts'

/** ES256, EdDSA and RS256: what authenticators have, the commonest first. */
export const ALGORITHMS = [-7, -8, -257]

/** `here`: for whom passkeys are made where the request under way stands. */
export function createJudge({ log, here }: { log: Log; here: () => RelyingParty }) {
  /** Undefined for what the library refuses: it says so by throwing, and only why is worth knowing. */
  async function judge<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      log.info({ reason: String(error).slice(0, 200) }, 'the answer of a passkey was refused')
      return undefined
    }
  }

  return {
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
