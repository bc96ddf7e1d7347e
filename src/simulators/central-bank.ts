// A stand-in for the European Central Bank's daily reference rates: the same document at the same path. It knows nothing of the shop.
import { type Listener, listen } from './listener.ts'

const PATH = '/stats/eurofxref/eurofxref-daily.xml'

// Units per euro, monthly averages of June 2026. The bank names none for the Taiwan dollar.
const PER_EURO: Record<string, string> = {
  ...{ USD: '1.1515', JPY: '185.13', CZK: '24.32', DKK: '7.4640', GBP: '0.86330', HUF: '362.40', PLN: '4.2510' },
  ...{ RON: '5.0420', SEK: '10.9573', CHF: '0.9204', ISK: '142.10', NOK: '11.2150', TRY: '52.9400', AUD: '1.6392' },
  ...{ BRL: '5.9005', CAD: '1.6161', CNY: '7.8025', HKD: '9.0252', IDR: '19820.15', ILS: '3.6910', INR: '109.3490' },
  ...{ KRW: '1761.22', MXN: '20.0126', MYR: '4.6480', NZD: '1.9230', PHP: '66.310', SGD: '1.4829', THB: '36.480' },
  ZAR: '19.2740',
}

export interface CentralBankSimulator extends Listener {
  /** Where the document is. */
  ratesUrl: string
  /** What it names from now on; null: no rate for this one. */
  name(perEuro: Record<string, string | null>): void
  /** The day of its rates, as `2026-06-30`; undefined: today's. */
  of(day: string | undefined): void
  requests: number
}

export async function startCentralBankSimulator(): Promise<CentralBankSimulator> {
  const rates = new Map(Object.entries(PER_EURO))
  const state = { requests: 0, day: undefined as string | undefined }
  const listener = await listen({
    answer({ method, path }) {
      if (method !== 'GET' || path !== PATH) return { status: 404, body: 'not found' }
      state.requests += 1
      const day = state.day ?? new Date().toISOString().slice(0, 10)
      return { status: 200, headers: { 'content-type': 'text/xml' }, body: documentOf(day, rates) }
    },
    answerFault: () => ({
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Internal Server Error</h1>',
    }),
  })
  return {
    ...listener,
    ratesUrl: `${listener.url}${PATH}`,
    name(perEuro) {
      for (const [code, rate] of Object.entries(perEuro)) {
        if (rate === null) rates.delete(code)
        else rates.set(code, rate)
      }
    },
    of(day) {
      state.day = day
    },
    get requests() {
      return state.requests
    },
  }
}

const documentOf = (day: string, rates: Map<string, string>) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${[...rates].map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`).join('\n')}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>`
