// Who asks, and whether he may: decided where calls are served, before any handler.
import type { BySecret } from './by-secret.ts'
import type { Access, Call } from './contract.ts'
import { CallError } from './errors.ts'

/** Who asks, as the server found out by itself; found once per request. */
export type Principal =
  | { kind: 'visitor' }
  | {
      kind: 'member'
      memberId: string
      sessionId: string
      /** How long ago he last proved who he is: by signing in, or since by step-up (decision F3). */
      provedSecondsAgo: number
    }
  | {
      kind: 'staff'
      staffId: string
      /** By which he is known in what is written down about him. */
      email: string
      sessionId: string
      provedSecondsAgo: number
      permissions: ReadonlySet<string>
      /** A visitor of a demo shop's office: one of many who are the same person there. */
      isDemo: boolean
    }

export const VISITOR: Principal = { kind: 'visitor' }

/** How somebody asks, as far as the server itself knows it; nothing here is claimed by the body. */
export interface Asker {
  requestId: string
  /** Language code of the answer (decision D6). */
  locale: string
  /** The client's address, from the socket or a trusted proxy. Never logged. */
  address: string
  /** ISO 3166 code of the country that a trusted proxy names; nobody else's word counts. */
  country: string | undefined
  headers: Headers
  /** Adds a `Set-Cookie` to the answer. */
  setCookie(cookie: string): void
  /** What a secret opens that he has sent, if anything. Throws 429 for whoever has sent many that open nothing. */
  bySecret: BySecret
}

/** Whoever makes a call, and who he is. */
export interface Caller extends Asker {
  principal: Principal
  /** How many seconds ago he may have proved who he is, for this call; undefined: it asks for no proof. */
  provedWithin?: number | undefined
}

/** Whether who asks must be found out: for a call that is the same for all nobody is looked up. */
export const asksWho = ({ access, knowsMembers }: Pick<Call, 'access' | 'knowsMembers'>): boolean =>
  access !== 'public' || knowsMembers === true

/**
 * As which kind of principal who asks may be known: employees for the calls of the back office and for nothing else, so that
 * neither's cookie counts where the other's does.
 */
export const kindAsked = ({ access }: Pick<Call, 'access'>): 'member' | 'staff' =>
  access === 'staff' || (typeof access === 'object' && 'staff' in access) ? 'staff' : 'member'

/** Who asks, by his cookie or token; undefined: nobody that this one knows. It may renew his cookie. */
export type Identify = (asker: Pick<Asker, 'headers' | 'setCookie' | 'bySecret'>) => Promise<Principal | undefined>

/** Throws for whoever may not see the thing of this id: 404, for that it exists is told to nobody. */
export type Guard = (id: string, caller: Caller) => Promise<void>

/** By kind of thing. Declared by the rooms that know who may see what. */
export type Guards = Readonly<Record<string, Guard>>

declare module '../room.ts' {
  interface Declarations {
    guards: Record<string, Guard>
    /** By kind of principal: who knows them by their cookie or token. */
    identities: Record<string, Identify>
    /** By kind of thing: the header by which its holder opens it, beside the cookie. */
    guardHeaders: Record<string, string>
  }
}

/**
 * Before the input is read: throws 401 for a visitor where somebody is asked for, 403 for the wrong one, and for one whose
 * last proof of who he is lies longer ago than `provedWithin` seconds (`login.proveAgain`, decision F3).
 */
export function admit({ access, provedWithin }: Pick<Call, 'access' | 'provedWithin'>, principal: Principal): void {
  allow(access, principal)
  if (provedWithin !== undefined) askProof(principal, provedWithin)
}

/** For what asks for a proof by its input alone, such as a sum above a limit. Throws 403 `login.proveAgain`, as `provedWithin` does. */
export function askProof(principal: Principal, withinSeconds: number): void {
  if (principal.kind !== 'visitor' && principal.provedSecondsAgo > withinSeconds)
    throw new CallError(403, 'login.proveAgain')
}

function allow(access: Access, principal: Principal): void {
  if (access === 'public' || (typeof access === 'object' && 'holder' in access)) return
  const may =
    typeof access === 'string'
      ? principal.kind === access
      : principal.kind === 'staff' && principal.permissions.has(access.staff)
  if (may) return
  if (principal.kind === 'visitor') throw new CallError(401, 'message.loginFirst')
  throw new CallError(403, 'error.forbidden')
}

/** With the input at hand: throws what the guard of the thing that it names throws. */
export async function guard(
  access: Access,
  guards: Guards,
  input: Record<string, unknown>,
  caller: Caller,
): Promise<void> {
  if (typeof access !== 'object' || !('holder' in access)) return
  const [part, name] = access.by.split('.') as [string, string]
  const id = (input[part] as Record<string, unknown> | undefined)?.[name]
  const check = guards[access.holder]
  if (!check || typeof id !== 'string') throw new Error(`nobody says who may see this ${access.holder}`)
  await check(id, caller)
}

/** Whether anybody may make the call. A page that is kept may ask it: a page asks as a visitor. */
export const isPublic = (call: Call): boolean => call.access === 'public'

/** For the handlers of calls whose access is `member`: they are reached by nobody else. */
export function memberOf({ principal }: Caller) {
  if (principal.kind !== 'member') throw new CallError(401, 'message.loginFirst')
  return principal
}

/** For the handlers of calls whose access is `staff`: nobody else reaches them. */
export function staffOf({ principal }: Caller) {
  if (principal.kind !== 'staff') throw new CallError(401, 'message.loginFirst')
  return principal
}
