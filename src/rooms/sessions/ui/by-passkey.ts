// Logs in and proves oneself with a passkey. The calls are those of the room passkeys, which stands above this one; what is
// signed in with belongs to the login and to the proof.
import { CallRefused, call } from '#browser/calls.ts'
import { askPasskey, whyNoPasskey } from '#browser/passkeys.ts'
import type { User } from '#rooms/members/schemas.ts'
import type { TranslateMember } from '#rooms/members/ui/words.ts'

/** `ask`: how the browser puts the question. Throws CallRefused, or what the browser throws. */
export async function logInByPasskey(rememberMe: () => boolean, ask: typeof askPasskey = askPasskey): Promise<User> {
  const answer = await ask(await call('POST /api/login/passkey/begin', {}))
  return (await call('POST /api/login/passkey', { body: { answer, rememberMe: rememberMe() } })).user
}

export async function proveByPasskey(): Promise<void> {
  const answer = await askPasskey(await call('POST /api/security/prove/passkey/begin', {}))
  await call('POST /api/security/prove/passkey', { body: answer })
}

/** What a person is told of it; throws what is none of his business. */
export function sayNoPasskey(error: unknown, t: TranslateMember): string {
  if (error instanceof CallRefused) return t.knows(error.message) ? t(error.message) : error.message
  const why = whyNoPasskey(error)
  if (!why) throw error
  return t(why === 'declined' ? 'passkey.declined' : why === 'known' ? 'passkey.known' : 'security.passkeysNone')
}
