// The European Central Bank's daily reference rates, read as its document is published (eurofxref-daily.xml): units per euro, by day.
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { type RateE8, rateFromDecimal, USD_RATE } from '#platform/money.ts'

const ANSWER_MS = 10_000
/** The document has about 2 kB. */
const MOST_BYTES = 100_000
const DAY_MS = 86_400_000

/** `what` is a word for the log and the office: why there are no rates. */
export class BankSilent extends Error {
  what: 'unreachable' | 'status' | 'tooLarge' | 'malformed' | 'future'
  constructor(what: BankSilent['what'], cause?: unknown) {
    super(`the central bank's rates cannot be read: ${what}`, { cause })
    this.what = what
  }
}

export interface BankRates {
  /** `2026-06-30` */
  day: string
  /** Units per US dollar, by ISO 4217 code. */
  perDollar: ReadonlyMap<string, RateE8>
}

const Named = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string().regex(/^\d{1,9}(\.\d{1,8})?$/) })
const Document = z.object({
  Envelope: z.object({
    Cube: z.object({ Cube: z.object({ time: z.iso.date(), Cube: z.array(Named).min(1).max(200) }) }),
  }),
})

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '', removeNSPrefix: true },
  // Rates stay the decimals that they are written as; nothing of a document is looked up or put in.
  ...{ parseAttributeValue: false, parseTagValue: false, processEntities: false },
  isArray: (_name, path) => path === 'Envelope.Cube.Cube.Cube',
})

/** Throws BankSilent, never anything else. */
export async function askBank(url: string): Promise<BankRates> {
  return readRates(await documentAt(url), new Date())
}

/** Throws BankSilent where it is not what the bank publishes, or of a day that is still to come. */
export function readRates(text: string, now: Date): BankRates {
  const { time, Cube } = parsed(text).Envelope.Cube.Cube
  // A day's rates are of that day in Frankfurt, which begins before it does in UTC.
  if (Date.parse(time) > now.getTime() + DAY_MS) throw new BankSilent('future')
  const perEuro = new Map(Cube.map(({ currency, rate }) => [currency, rateFromDecimal(rate)]))
  const dollar = perEuro.get('USD')
  if (!dollar || [...perEuro.values()].includes(0n)) throw new BankSilent('malformed')
  perEuro.set('EUR', USD_RATE)
  return { day: time, perDollar: new Map([...perEuro].map(([code, rate]) => [code, perDollar(rate, dollar)])) }
}

/** To eight decimals, half up. */
const perDollar = (perEuro: RateE8, dollar: RateE8): RateE8 => (perEuro * USD_RATE + dollar / 2n) / dollar

function parsed(text: string) {
  try {
    if (XMLValidator.validate(text) === true) return Document.parse(parser.parse(text))
  } catch (error) {
    throw new BankSilent('malformed', error)
  }
  throw new BankSilent('malformed')
}

async function documentAt(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new BankSilent('status')
    }
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > MOST_BYTES) throw new BankSilent('tooLarge')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw error instanceof BankSilent ? error : new BankSilent('unreachable', error)
  }
}
