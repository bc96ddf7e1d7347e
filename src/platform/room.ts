// What a room is: one part of the shop that declares itself. It names the rooms that it needs and gets what they hand out;
// what it serves, does later and knows is collected by whoever composes the application (src/server/compose.ts).
import type { Config } from './config.ts'
import type { Keyring, Purpose } from './crypto.ts'
import type { Database } from './database/database.ts'
import type { Listener } from './database/listen.ts'
import type { DemoToken } from './demo-token.ts'
import type { AnyEvent, Subscription } from './events/define.ts'
import type { Events } from './events/events.ts'
import type { Health } from './health.ts'
import type { Origin } from './http/origin.ts'
import type { PageTag } from './http/page-tags.ts'
import type { PagesOptions } from './http/pages.ts'
import type { ServedCalls } from './http/serve.ts'
import type { Offered } from './i18n/locales.ts'
import type { Identity } from './identity.ts'
import type { JobWork } from './jobs/define.ts'
import type { Tick } from './jobs/ticks.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { AnySetting } from './settings/define.ts'
import type { Settings } from './settings/settings.ts'
import type { AnyVariables } from './variables.ts'

/** Answers a request below its prefix, or says that there is nothing. */
export interface Responder {
  prefix: string
  /** The prefix is the whole path: what merely begins with it is a page or another's. */
  whole?: boolean
  answer(request: Request, asked: { address: string }): Promise<Response | undefined>
  /** It takes POST, too. */
  posts?: boolean
}

/**
 * Records that rooms declare for another room, by kind: each kind is added by the room that reads it, with
 * `declare module '#platform/room.ts'`. No two rooms declare the same entry of a kind.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms
export interface Declarations {}

/** What every room may use, also what brings the database to where the room can be opened. */
export interface Services {
  readonly config: Config
  readonly log: Log
  readonly db: Database
  readonly keyring: Keyring
  readonly listener: Listener
  readonly metrics: Metrics
  readonly origin: Origin
  readonly demoToken: DemoToken
  /** Right-hand side of message ids: the shop's host. */
  mailDomain(): string
  /** Pages that show one of these tags are made anew, here and in a cache in front. */
  dropPages(tags: string[]): void
  /** What `readyz` says; once the shop serves. */
  health(): Promise<Health>
}

/** What the environment says, but for what `identity` knows better. */
export type RoomConfig = Omit<Config, 'shopName'>

/** What an open room has beside it. What the shop is called may change meanwhile: `identity` says it, and no configuration. */
export interface House extends Omit<Services, 'config'> {
  readonly config: RoomConfig
  readonly settings: Settings
  readonly identity: Identity
  /** Those that visitors may choose. What somebody began in one that is no more offered goes on in it (docs/decisions/065). */
  readonly languages: () => Offered
  /** Appends what happened; whoever subscribes is found there. */
  readonly events: Events
  /** Everything of this kind that the rooms declare; whole once all rooms are open. */
  declared<K extends keyof Declarations>(kind: K): Declarations[K]
}

/** What the pages must know of the shop's content. */
export type PageFacts = Pick<
  PagesOptions,
  'site' | 'isCurrency' | 'firstCurrency' | 'mixedCase' | 'personal' | 'formTargets' | 'previews'
>

/** What a room brings when it is open. All of it is optional. */
export interface RoomParts<Hands = unknown> {
  /** For the rooms that need this one. */
  hands?: Hands
  calls?: ServedCalls
  jobs?: readonly JobWork[]
  ticks?: readonly Tick[]
  responders?: readonly Responder[]
  pages?: Partial<PageFacts>
  declares?: { [K in keyof Declarations]?: Partial<Declarations[K]> }
  /** To events of any room, its own among them. */
  subscribes?: readonly Subscription[]
  /** What is wrong and keeps nobody from buying, a line each: told at `readyz`. */
  notes?(): string[] | Promise<string[]>
  /** All rooms are open, and nobody is served yet: what must be done before anybody is. */
  beforeServing?(): Promise<void>
  /** The shop listens now: its address is known. */
  listening?(): void
  /** Finishes what is under way. Rooms are closed before those that they need. */
  close?(): Promise<unknown>
}

/** By purpose: `kept`, where fingerprints or links are kept for longer than a day and must be found after any rotation of keys. */
export type Secrets = { readonly [P in Purpose]?: 'kept' | 'passing' }

export type Needs = Readonly<Record<string, AnyRoom>>

/** What the needed rooms hand out, by the names under which they are needed. */
export type HandsOf<N extends Needs> = { readonly [K in keyof N]: N[K] extends Room<infer Hands> ? Hands : never }

export interface Room<Hands> {
  readonly name: string
  readonly needs: Needs
  readonly settings?: readonly AnySetting[]
  readonly events?: readonly AnyEvent[]
  readonly channels?: readonly string[]
  readonly secrets?: Secrets
  readonly tags?: readonly PageTag[]
  variables?(): AnyVariables
  /** Brings the database to where the room can be opened; runs for all rooms before any is open, in their order. */
  prepare?(services: Services): Promise<void>
  open(house: House, needed: never): RoomParts<Hands> | Promise<RoomParts<Hands>>
}

// biome-ignore lint/suspicious/noExplicitAny: whatever it hands out
export type AnyRoom = Room<any>

/** Declares a room. `needs`: the rooms whose hands `open` is given. */
export function defineRoom<const N extends Needs, Hands = undefined>(room: {
  name: string
  needs: N
  /** What the operator may change of it while the shop runs. */
  settings?: readonly AnySetting[]
  /** What happens here that others may subscribe to. */
  events?: readonly AnyEvent[]
  /** Channels of NOTIFY that it listens to. */
  channels?: readonly string[]
  /** What it seals, signs or takes fingerprints for. */
  secrets?: Secrets
  /** Kinds of what its pages show. */
  tags?: readonly PageTag[]
  /** Variables of the environment that it reads. */
  variables?(): AnyVariables
  prepare?(services: Services): Promise<void>
  open(house: House, needed: HandsOf<N>): RoomParts<Hands> | Promise<RoomParts<Hands>>
}): Room<Hands> {
  return room as unknown as Room<Hands>
}
