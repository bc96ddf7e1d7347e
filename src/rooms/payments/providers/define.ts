// What a provider declares of itself (registry.ts lists them): its variables, what it can do, and the methods that a shop
// begins with.
import type { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Setting } from '#platform/settings/define.ts'
import type { Mode } from '#platform/variables.ts'
import type { Capability, LaterCapability, PaymentProvider } from './provider.ts'

/** What shoppers read of a method: what it is called, and where or how they pay with it. */
export interface MethodWords {
  name: string
  hint?: string
}

/** A method of payment that a shop offers at first; from then on it is a row, which the operator changes. */
export interface FirstMethod {
  /** By language code; without, it is called as its provider. */
  label?: Record<string, string>
  /** Basis points of goods. */
  feeBp: number
  /** ISO 4217 codes, or `*` alone: any currency. */
  currencies: string[]
  /** ISO 4217 code → the least that the provider takes, in hundredths. */
  minimum: Record<string, number>
  /** For how long keys stay reserved while the payer's bank works (decision C2). */
  underWayHours: number
  /** Among the others; the lowest first. */
  position: number
  /** Not offered until the operator says so; without, it is. */
  enabled?: boolean
}

/** Of a provider that has many: no row until the operator offers it. */
export interface CataloguedMethod extends Omit<FirstMethod, 'label' | 'enabled'> {
  words: Provider<never, never>['words']
  /** ISO 3166: it is offered there alone; empty: everywhere. */
  countries: string[]
  /** Cards that consumers have, on which some countries allow no fee (decision C7). */
  takesConsumerCards: boolean
}

export interface RunningSimulator<Settings> {
  url: string
  /** With which the provider talks to it. */
  settings: Settings
  /** Where its notices go, for a provider that has one address for all of an account. */
  sendWebhooksTo?(url: string): void
  close(): Promise<void>
}

export interface Simulator<Values, Settings> {
  /** Below its own address, where its payment pages begin: `/pay/`. */
  pages: string
  start(options: { merchant: string; values: Values }): Promise<RunningSimulator<Settings>>
}

export interface Ground {
  db: Database
}

export interface Provider<Shape extends z.core.$ZodShape, Settings> {
  name: string
  /** Only who is signed in can pay by it. */
  forMembers?: boolean
  /** There is one method of it and no second: what it takes lies in the shop's own books. */
  isOne?: boolean
  /** What the operator must have accepted before any of its methods is offered. */
  acceptance?: Setting<boolean>
  capabilities: readonly Capability[]
  /** Of the environment, each beginning with the provider's name in capitals. */
  variables: Shape
  /** Of these, what is set together or not at all: an empty secret would verify everything. */
  setTogether: readonly (readonly [keyof Shape & string, keyof Shape & string])[]
  /** What a shop of this mode may not be configured with, a line each. */
  refusals(values: Values<Shape>, mode: Mode): string[]
  /** Undefined: it has no credentials. Demo mode then starts its simulator, if there is one. */
  settings(values: Values<Shape>): Settings | undefined
  /** Loaded only where it is wanted: a shop that sells does not even read its code. */
  simulator?(): Promise<Simulator<Values<Shape>, Settings>>
  /** By the shop's language codes; English at least. */
  words: Readonly<Record<string, MethodWords>> & { 'en-US': MethodWords }
  methods: readonly FirstMethod[]
  /** Cards that consumers have, on which some countries allow no fee (decision C7). */
  takesConsumerCards?: boolean
  /** Which of them a method without one of its own is, where the environment says so. */
  ownCode?(values: Values<Shape>): string
  /** Methods of the provider's own, by its names for them (`PaymentAttempt.code`). */
  catalogue?: ReadonlyMap<string, CataloguedMethod>
  /**
   * The drawing of what it takes, shown beside its name: `new URL('./marks.svg', import.meta.url)`. Black on nothing, 26 high
   * (it gets the colour of the text around it), with the names in its <title>. Without, it is shown by its name.
   */
  marks?: URL
  /** Origins to which its forms lead (CSP form-action), for one whose payments begin with a form. */
  formTargets?(settings: Settings): readonly string[]
  /** `ground`: for one whose money lies in the shop's own books. */
  connect(settings: Settings, ground: Ground): PaymentProvider
}

export type Values<Shape extends z.core.$ZodShape> = z.output<z.ZodObject<Shape>>

// biome-ignore lint/suspicious/noExplicitAny: whatever it is connected with
export type AnyProvider = Provider<any, any>

const LATER: readonly LaterCapability[] = ['charge', 'capture', 'refund', 'close', 'list']

export function defineProvider<const Shape extends z.core.$ZodShape, Settings>(
  provider: Provider<Shape, Settings>,
): Provider<Shape, Settings> {
  const { name, variables, capabilities } = provider
  const strange = Object.keys(variables).find((variable) => !variable.startsWith(prefixOf(name)))
  if (strange) throw new Error(`${strange} of the provider ${name} must begin with ${prefixOf(name)}`)
  return {
    ...provider,
    connect(settings, ground) {
      const connected = provider.connect(settings, ground)
      for (const capability of LATER)
        if (capabilities.includes(capability) !== (connected[capability] !== undefined))
          throw new Error(`the provider ${name} does not do what it declares: ${capability}`)
      return {
        ...connected,
        async create(attempt) {
          const created = await connected.create(attempt)
          if (!capabilities.includes(created.how))
            throw new Error(`the provider ${name} does not declare what it did: ${created.how}`)
          return created
        },
      }
    },
  }
}

export const prefixOf = (name: string) => `${name.toUpperCase()}_`
