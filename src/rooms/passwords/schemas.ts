// How a password stands in a body.
import { z } from 'zod'

/** A compact JWE (RSA-OAEP-256, A256GCM) to the published key; in it `{ "password", "iat" }` (decision A7). */
export const SealedPassword = z.string().min(1).max(2_000)
