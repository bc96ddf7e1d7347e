// What the page renderer needs to know of the request it renders for. The renderer is a built bundle of its own and the
// front door runs from source, so the two meet at one AsyncLocalStorage under a global symbol.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AskInProcess } from './http/contract.ts'

/** Pixels, as it is kept. */
export interface LogoFile {
  src: string
  width: number
  height: number
}

/** What the operator says of his site, repeated in many places. */
export interface SiteFacts {
  name: string
  /** Working days within which enquiries are answered. */
  answerDays: number
  /** Whether support is there day and night. */
  alwaysOpen: boolean
  /** The year in which it began. */
  since: number
  /** What was uploaded in place of the drawn mark and the written name; `dark`: another one for dark grounds. */
  logo?: { light: LogoFile; dark?: LogoFile | undefined } | undefined
  /** Address of the sheet that lays the chosen colour over the house's; absent: none was chosen. */
  colours?: string
  /** Codes of the languages that visitors may choose; absent: all. */
  languages?: string[]
  /** The one for whoever names none; absent: the first of them. */
  language?: string
}

export interface RequestScope {
  /** The API, called in-process: the same handlers as over HTTP, without the network (decision A1). */
  ask: AskInProcess
  /** Language code as the visitor sees it: `en-US`, `zh_tw` (decision D6). */
  locale: string
  /** ISO 4217. */
  currency: string
  /** The page's address without a trailing slash: https://shop.example */
  origin: string
  mode: 'demo' | 'live'
  site: SiteFacts
  /** The domain whose subdomains share language and currency; undefined: this host alone. */
  cookieDomain: string | undefined
  /** The mark of this rendering's own scripts; absent where no policy stands (development). */
  nonce?: string
  /** Collects what the page shows, for the page cache. */
  tags: Set<string>
  /** Takes the page from the renderer, whose answer has no body then: there it would be encoded and decoded again. Absent in development. */
  take?: (html: string) => void
  /** The page is shown to whoever wrote it before it is saved: the token by which what he typed is found. */
  preview?: string
  /** Something of the page could not be had: it is shown without, and not kept. */
  incomplete?: boolean
}

const KEY = Symbol.for('latchkey.request-scope')
const holder = globalThis as { [KEY]?: AsyncLocalStorage<RequestScope> }

holder[KEY] ??= new AsyncLocalStorage()

export const requestScope: AsyncLocalStorage<RequestScope> = holder[KEY]

/** Notes what the page being rendered shows; outside a rendering it does nothing. */
export function showing(...tags: string[]): void {
  const scope = requestScope.getStore()
  if (scope) for (const tag of tags) scope.tags.add(tag)
}
