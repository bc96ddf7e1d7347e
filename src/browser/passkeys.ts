// Passkeys as browsers have them (WebAuthn): made and asked for. The code that speaks with the browser comes when it is wanted.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { CallRefused } from './call-refused.ts'
import { onceOnline } from './when-wanted.ts'

let here: typeof import('@simplewebauthn/browser') | undefined

/** Throws CallRefused where it cannot be had: whoever has pressed is not left to wait for a connection. */
async function code() {
  try {
    if (!here && navigator.onLine === false) await fetch('/healthz', { method: 'HEAD' })
    here ??= await onceOnline(() => import('@simplewebauthn/browser'))
    return here
  } catch {
    throw new CallRefused(0, 'error.offline')
  }
}

/** Whether this page can ask for one. `noName`: browsers make none for an address of digits. */
export function passkeysHere(): 'yes' | 'no' | 'noName' {
  if (/^[\d.]+$|^\[/.test(location.hostname)) return 'noName'
  return typeof PublicKeyCredential === 'function' ? 'yes' : 'no'
}

/** This page's address under the name of this machine, where it has one. */
export function namedAddress(): string | undefined {
  if (!/^127\.|^\[::1\]$/.test(location.hostname)) return undefined
  const { protocol, port, pathname, search } = location
  return `${protocol}//localhost${port && `:${port}`}${pathname}${search}`
}

/** Throws what the browser throws: see `whyNoPasskey`. */
export const makePasskey = async (options: PublicKeyCredentialCreationOptionsJSON) =>
  (await code()).startRegistration({ optionsJSON: options })

/** Opens the browser's own question. Throws what the browser throws: see `whyNoPasskey`. */
export const askPasskey = async (options: PublicKeyCredentialRequestOptionsJSON): Promise<AuthenticationResponseJSON> =>
  (await code()).startAuthentication({ optionsJSON: options })

/** Whether the browser offers passkeys where it fills in names. */
export async function canOfferPasskeys(): Promise<boolean> {
  return passkeysHere() === 'yes' && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.())
}

/** Waits, maybe for ever, until one is chosen there: in a field whose `autocomplete` ends with `webauthn`. */
export const offerPasskeys = async (
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> =>
  (await code()).startAuthentication({ optionsJSON: options, useBrowserAutofill: true })

/** Whatever is being asked is asked no more. */
export const stopAsking = () => here?.WebAuthnAbortService.cancelCeremony()

const REASONS: Record<string, 'declined' | 'known' | 'unable'> = {
  // Also when it took too long, and when there is none: browsers do not tell which, lest pages find out who has some.
  NotAllowedError: 'declined',
  AbortError: 'declined',
  InvalidStateError: 'known',
  ConstraintError: 'unable',
  NotSupportedError: 'unable',
  SecurityError: 'unable',
}

/** Undefined: something else has failed. */
export const whyNoPasskey = (error: unknown) => (error instanceof Error ? REASONS[error.name] : undefined)
