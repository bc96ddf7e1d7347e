// What browsers are told and what they answer, in the shapes of WebAuthn's JSON. An answer is read here as far as it must be
// to be bounded; whether it is true is found out in judge.ts.
import { z } from 'zod'

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/)

const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

const Credential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(Transport) })

/** To be given to `navigator.credentials.create()`. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** To be given to `navigator.credentials.get()`; without `allowCredentials` whatever the device has for this shop is offered. */
export const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(Credential),
  userVerification: z.literal('required'),
})

/** Longer ones than any authenticator's are refused unread: a key of RSA has 2 kB at most. */
const answered = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url(2_000), ...response }),
  })

export const Registration = answered({
  attestationObject: base64url(8_000),
  // What is new to us is nothing that we could tell a browser again.
  transports: z
    .array(z.string().max(30))
    .max(10)
    .default([])
    .transform((given) => given.flatMap((text) => Transport.safeParse(text).data ?? [])),
})

export const Assertion = answered({
  authenticatorData: base64url(2_000),
  signature: base64url(2_000),
  userHandle: base64url(200).nullish(),
})

/** One of somebody's, as he is told of it. */
export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
  /** Its maker keeps a copy for the owner’s other devices. */
  synced: z.boolean(),
  /** `doubted`: its counter went backwards, so there may be a copy, and it opens nothing. `elsewhere`: made for another host. */
  state: z.enum(['good', 'doubted', 'elsewhere']),
})

export type Transport = z.output<typeof Transport>
export type Registration = z.output<typeof Registration>
export type Assertion = z.output<typeof Assertion>
