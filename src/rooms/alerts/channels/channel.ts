// What every way has that tells the operator besides mail, and how it fails.
import type { ChannelName } from '../channel-names.ts'
import type { UntoldAlert } from '../store.ts'

/** Alerts of one kind that are told together; a test has none. */
export interface Message {
  /** Id of the message at every try: who has it already knows it by this. */
  id: string
  at: Date
  shop: string
  kind: string
  /** What a person can do about this kind. */
  what: string
  alerts: readonly UntoldAlert[]
  /** The page of the back office that shows what needs attention. */
  office: string
}

export interface Channel {
  readonly name: ChannelName
  /** As the back office shows it: nothing by which somebody else could send there. */
  readonly where: string
  /** Resolves once the other side has it. Throws ChannelAway, never anything else. */
  send(message: Message): Promise<void>
}

/** It is not there, or says no. The address of neither is in its message: it may hold a token. */
export class ChannelAway extends Error {
  readonly what: 'unreachable' | 'status' | 'refused'
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined

  /** `why`: in one word, for the log: a certificate that is wrong is mended elsewhere than a name that is. */
  constructor(channel: ChannelName, what: ChannelAway['what'], status?: number, why?: string) {
    const more = status ?? why
    super(`${channel} does not take alerts: ${what}${more === undefined ? '' : ` (${more})`}`)
    this.what = what
    this.status = status
  }

  /** Trying again would not help: a person must look at how it is set up. */
  get isFinal(): boolean {
    return this.what === 'refused'
  }
}

const ANSWER_MS = 10_000

/** Answers the status. Who leads elsewhere is no receiver; what he says is not read. */
export async function post(
  channel: ChannelName,
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    throw new ChannelAway(channel, 'unreachable', undefined, wordOf(error))
  }
}

/** `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `TimeoutError`; nothing of what was sent, and nothing of where. */
function wordOf(error: unknown): string | undefined {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } }
  const word = String(cause?.code ?? name)
  return /^\w{1,60}$/.test(word) ? word : undefined
}
