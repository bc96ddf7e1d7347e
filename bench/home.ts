// The home page: from the cache against bare node:http sending the same bytes, and rendered anew each time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { FOLDED } from '../src/apps/shop/page-search.ts'
import { LOCALES } from '../src/platform/i18n/locales.ts'
import { measure, measureWithWrk } from './load.ts'

const HEADERS = { 'accept-encoding': 'br', 'accept-language': 'en-US,en;q=0.9' }
const CONNECTIONS = 32
const SECONDS = 5

export async function measureHome(origin: string) {
  const answer = await fetch(origin, { headers: HEADERS })
  // fetch decodes; the bytes on the wire are asked for by hand.
  const wire = await rawBody(origin)
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name)),
  )
  headers['content-length'] = String(wire.length)
  headers['content-encoding'] = 'br'
  const bare = spawn(process.execPath, [fileURLToPath(new URL('bare-server.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  bare.stdin.end(JSON.stringify({ headers, body: wire.toString('base64') }))
  const [port] = await once(bare.stdout, 'data')
  const bareUrl = `http://127.0.0.1:${String(port).trim()}/`
  try {
    const rate = async (url: string) =>
      (await measureWithWrk(url, CONNECTIONS, SECONDS, HEADERS)) ??
      (await measure({ url, connections: CONNECTIONS, seconds: SECONDS, headers: HEADERS })).perSecond
    // In turns, so that a noisy moment hits both.
    const rounds = []
    for (let round = 0; round < 3; round++) rounds.push({ cached: await rate(`${origin}/`), bare: await rate(bareUrl) })
    const cached = Math.max(...rounds.map((r) => r.cached))
    const limit = Math.max(...rounds.map((r) => r.bare))
    const pages = await homePages(origin)
    const uncached = await measure(
      { url: origin, connections: 8, seconds: 0, total: pages.length, headers: HEADERS, requests: pages },
      1,
    )
    return { cached, bare: limit, uncached }
  } finally {
    bare.kill()
  }
}

/** Every home page that there is: in each language, each currency and with each list unfolded. None is asked for twice. */
async function homePages(origin: string) {
  const answer = await fetch(`${origin}/prod-api/api/home/rate`)
  const { data } = (await answer.json()) as { data: { moneyType: string }[] }
  const paths = LOCALES.flatMap(({ code }) => [
    `/?lang=${code}`,
    ...FOLDED.map((list) => `/?open=${list}&lang=${code}`),
  ])
  return data.flatMap(({ moneyType }) =>
    paths.map((path) => ({ path, headers: { cookie: `currencyType=${moneyType}` } })),
  )
}

async function rawBody(origin: string): Promise<Buffer> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(origin, { headers: HEADERS }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () => resolve(Buffer.concat(chunks)))
    })
      .on('error', reject)
      .end()
  })
}
