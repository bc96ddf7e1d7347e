// Asks browsers for passkeys and takes what they answer (WebAuthn). Every answer names a challenge, and counts once, for what the
// challenge was made for. Whose passkeys they are, and in which tables, says whoever opens a door by them.
import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto.ts'
import type { Queryable } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import type { Log } from '#platform/log.ts'
import { ALGORITHMS, createJudge } from './judge.ts'
import { CHALLENGE_MINUTES } from './limits.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Assertion, Registration } from './schemas.ts'
import { credentialsFor, type PasskeyRow } from './shown.ts'
import type { Occasion, PasskeyStore } from './store.ts'

/** An answer whose signature is right; whether it is the first of its count is decided where it is used. */
export interface ShownPasskey {
  id: string
  ownerId: string
  signCount: number
  synced: boolean
}

/** Who is to have another passkey. */
interface Owner {
  handle: Buffer
  /** By which he tells his accounts apart where the browser lists them. */
  name: string
  displayName: string
}

export type Ceremonies = ReturnType<typeof createCeremonies>

interface Options {
  log: Log
  /** For whom passkeys are made where the request under way stands. */
  party: () => RelyingParty | undefined
  /** Of one kind of people. */
  store: PasskeyStore
}

export function createCeremonies({ log, party, store }: Options) {
  function here(): RelyingParty {
    const found = party()
    if (!found) throw refused('passkey.unavailable')
    return found
  }

  const judge = createJudge({ log, here })

  async function challenge(db: Queryable, occasion: Occasion): Promise<string> {
    const fresh = randomBytes(32).toString('base64url')
    await store.addChallenge(db, { hash: sha256(fresh), ...occasion })
    return fresh
  }

  /** Uses up the challenge that the answer names; undefined: it was made for something else, was used, or is over. */
  async function take(db: Queryable, { response }: Registration | Assertion, occasion: Occasion) {
    const named = challengeIn(response.clientDataJSON)
    return named && (await store.takeChallenge(db, { hash: sha256(named), ...occasion })) ? named : undefined
  }

  // For how long the browser asks, in milliseconds: as long as the challenge is good.
  const timeout = CHALLENGE_MINUTES * 60_000

  return {
    party,
    here,

    /** What a browser needs to make a passkey. `known`: the owner's, of which none is made twice. */
    async addition(db: Queryable, sessionId: string, of: { shop: string; owner: Owner; known: readonly PasskeyRow[] }) {
      const { id } = here()
      const { handle, name, displayName } = of.owner
      return {
        rp: { id, name: of.shop },
        user: { id: handle.toString('base64url'), name, displayName },
        challenge: await challenge(db, { purpose: 'add', sessionId }),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout,
        excludeCredentials: credentialsFor(of.known, id),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      }
    },

    /** The passkey that the browser has made for this session, or undefined; its challenge is used up. */
    async added(db: Queryable, sessionId: string, answer: Registration) {
      const named = await take(db, answer, { purpose: 'add', sessionId })
      return named === undefined ? undefined : judge.readRegistration(answer, named)
    },

    /** What a browser needs to answer with a passkey; with none known it offers whatever it has for this host. */
    async request(db: Queryable, occasion: Occasion, known: readonly PasskeyRow[]) {
      const { id: rpId } = here()
      return {
        rpId,
        challenge: await challenge(db, occasion),
        timeout,
        allowCredentials: credentialsFor(known, rpId),
        userVerification: 'required' as const,
      }
    },

    /** Whose passkey has answered; undefined: none that is believed, whatever is wrong. The challenge is used up either way. */
    async recognise(db: Queryable, answer: Assertion, occasion: Occasion): Promise<ShownPasskey | undefined> {
      const { id: rpId } = here()
      const named = await take(db, answer, occasion)
      if (named === undefined) return undefined
      const known = await store.passkeyByCredential(db, { credentialId: Buffer.from(answer.id, 'base64url'), rpId })
      if (!known) return undefined
      // Where nobody has said who he is, the device must; where it says so, it must be right.
      const says = answer.response.userHandle ?? undefined
      if (says === undefined ? occasion.purpose === 'login' : says !== known.handle.toString('base64url'))
        return undefined
      const said = await judge.readAssertion(answer, named, known.publicKey)
      return said && { id: known.id, ownerId: known.ownerId, ...said }
    },
  }
}

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
