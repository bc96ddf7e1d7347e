// Starts its own shop on its own data directory, measures one thing after the other (never two at once), prints one
// table, writes it as JSON. Takes some seven minutes on two cores.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'
import { openGround } from '../src/platform/platform.ts'
import { measureBalance } from './balance.ts'
import { generateProducts, stockGoods } from './data.ts'
import { measureHome } from './home.ts'
import { measureKnown } from './known.ts'
import { measureLarge } from './large.ts'
import { ledgerRow } from './ledger.ts'
import { addMembers, measureLogins, measurePersonal } from './members.ts'
import { measureMemberOrders } from './orders.ts'
import { measurePages } from './pages.ts'
import { measurePgBench } from './pgbench.ts'
import { measurePosters } from './poster.ts'
import { measureList, measureSuggestions } from './products.ts'
import { startProvider } from './provider.ts'
import { measurePurchases } from './purchases.ts'
import { runCommand, startShop } from './shop.ts'
import { type Row, render } from './table.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** A supplier's feed of 27,075 real titles, and its mapping; without it as many products are generated. */
const FEED = process.env.BENCH_FEED ?? join(ROOT, '..', 'shared', 'data', 'steam.csv')
const MAP = join(ROOT, 'docs', 'examples', 'steam.map.json')
const PURCHASES = 3_000
const MEMBERS = 2_000
const REFUNDS = 500
const LEDGER_ENTRIES = 10_000_000

const dataDir = join(ROOT, 'data', 'bench')
await rm(dataDir, { recursive: true, force: true })
await mkdir(dataDir, { recursive: true })
const vaultKey = randomBytes(32).toString('base64')
const env = { DATA_DIR: dataDir, VAULT_KEYS: vaultKey }
const rows: Row[] = []
// What was measured before something broke is not lost.
process.on('exit', (code) => code !== 0 && process.stderr.write(`${render(rows)}\n`))
const say = (text: string) => process.stderr.write(`${text} …\n`)

try {
  say('demo shop, start-up')
  await (await startShop(env)).stop()
  let shop = await startShop(env)
  rows.push({
    figure: 'ready after start (built, demo shop)',
    value: shop.readyAfterMs / 1000,
    unit: 's',
    limit: { what: 'aim', value: 3 },
    reached: shop.readyAfterMs <= 3_000,
  })

  say('pages in a browser, Lighthouse')
  for (const page of await measurePages(shop.origin)) {
    const kb = (bytes: number) => `${Math.round(bytes / 1000)} kB`
    rows.push({
      figure: `${page.name}, first visit: JavaScript`,
      value: page.bytes.javascript / 1000,
      unit: 'kB',
      limit: { what: 'budget', value: 130 },
      reached: page.bytes.javascript <= 130_000,
      note: `HTML ${kb(page.bytes.html)}, CSS ${kb(page.bytes.css)}, words ${kb(page.bytes.words)}`,
    })
    rows.push({
      figure: '  Lighthouse, mobile, the lowest of four',
      value: Math.min(...page.scores),
      unit: '',
      limit: { what: 'aim', value: 100 },
      reached: Math.min(...page.scores) === 100,
      note: `${page.scores.join(' ')}; LCP ${(page.lcpMs / 1000).toFixed(2)} s, CLS ${page.cls.toFixed(3)}, back/forward cache ${page.bfcache ? 'works' : 'barred'}${page.lost.length > 0 ? `; lost by ${page.lost.join(', ')}` : ''}`,
    })
  }

  // Neither has to tidy up after the other.
  await shop.stop()
  shop = await startShop(env)
  say('home page')
  const home = await measureHome(shop.origin)
  rows.push({
    figure: 'home page, cached',
    value: home.cached,
    unit: '/s',
    limit: { what: 'bare node:http, same bytes', value: home.bare },
    reached: home.cached / home.bare >= 0.8,
  })
  rows.push({
    figure: 'home page, rendered each time',
    value: home.uncached.perSecond,
    unit: '/s',
    limit: { what: 'cached', value: home.cached },
    note: `p99 ${home.uncached.p99} ms at 8`,
  })
  await shop.stop()

  say('posters')
  const posters = await measurePosters()
  rows.push({
    figure: 'cover drawn as SVG',
    value: posters.drawnMs,
    unit: 'ms',
    limit: { what: 'its AVIF, 360 px', value: posters.renderedMs },
    reached: posters.drawnMs <= posters.renderedMs / 10,
  })

  say('import')
  const config = parseConfig({ ...env, LOG_LEVEL: 'error' })
  const ground = await openGround(config, createLog('error'), 'bench')
  const { embedded } = ground
  // The bench holds the server from here on, so that it does not come and go with the shops.
  const databaseUrl = embedded!.socketUrl
  try {
    if (existsSync(FEED)) {
      const imported = await runCommand(
        'src/rooms/import/cli.ts',
        [FEED, '--map', MAP, '--report', join(dataDir, 'import.csv')],
        env,
      )
      rows.push({
        figure: 'import of 27,075 rows',
        value: imported.seconds,
        unit: 's',
        limit: { what: 'aim', value: 20 },
        reached: imported.seconds <= 20 && imported.peakMb <= 400,
        note: `${Math.round(imported.peakMb)} MB`,
      })
      const again = await runCommand(
        'src/rooms/import/cli.ts',
        [FEED, '--map', MAP, '--report', join(dataDir, 'again.csv')],
        env,
      )
      rows.push({ figure: 'import again, nothing changed', value: again.seconds, unit: 's' })
    } else {
      say(`no feed at ${FEED}: generating products`)
      await generateProducts(databaseUrl, 27_075)
    }
    const goods = await stockGoods(databaseUrl, ground.keyring, 100, 40)

    say('27,075 products: lists, suggestions')
    const provider = await startProvider()
    shop = await startShop({ ...env, ...provider.env })
    rows.push({ figure: 'ready after start (27,075 products)', value: shop.readyAfterMs / 1000, unit: 's' })
    const small = await measureList(shop.origin)
    rows.push({
      figure: 'product/list, 27,075 products',
      value: small.perSecond,
      unit: '/s',
      limit: { what: 'aim', value: 1_500 },
      reached: small.perSecond >= 1_500 && small.errors === 0,
    })
    rows.push({
      figure: '  p99 at 16 connections',
      value: small.p99,
      unit: 'ms',
      limit: { what: 'aim', value: 25 },
      reached: small.p99 <= 25,
    })
    const suggestions = await measureSuggestions(shop.origin)
    rows.push({
      figure: 'suggestions by prefix, 27,075',
      value: suggestions.prefix.p99,
      unit: 'ms p99',
      limit: { what: 'aim', value: 20 },
      reached: suggestions.prefix.p99 <= 20,
      note: `${Math.round(suggestions.prefix.perSecond)}/s`,
    })
    rows.push({
      figure: 'suggestions with a typing error, 27,075',
      value: suggestions.typo.p99,
      unit: 'ms p99',
      limit: { what: 'aim', value: 20 },
      reached: suggestions.typo.p99 <= 20,
      note: `${Math.round(suggestions.typo.perSecond)}/s`,
    })

    say('purchases')
    const bought = await measurePurchases({
      origin: shop.origin,
      databaseUrl,
      providerControl: provider.control,
      goods,
      count: PURCHASES,
    })
    const pgBench = await measurePgBench(embedded!)
    rows.push({
      figure: 'guest purchases, 8 at a time',
      value: bought.perSecond,
      unit: '/s',
      limit: { what: `pgbench -N, 8 clients (${pgBench.by})`, value: pgBench.perSecond },
      reached: bought.perSecond / pgBench.perSecond >= 0.06,
      note: `p50 ${bought.p50.toFixed(0)}, p95 ${bought.p95.toFixed(0)}, p99 ${bought.p99.toFixed(0)} ms`,
    })
    rows.push({
      figure: 'memory of the shop after it',
      value: shop.residentMb(),
      unit: 'MB',
      limit: { what: 'aim', value: 300 },
      reached: shop.residentMb() <= 300,
    })
    say('a member with 1,000 orders')
    const mine = await measureMemberOrders(shop.origin, databaseUrl)
    for (const [figure, of] of [
      ['first page of 1,000 orders of one member', mine.list],
      ['first page of his key library', mine.keys],
    ] as const)
      rows.push({
        figure,
        value: of.p99,
        unit: 'ms p99',
        limit: { what: 'aim', value: 30 },
        reached: of.p99 <= 30 && of.errors === 0,
        note: `${Math.round(of.perSecond)}/s at 4 connections`,
      })
    say('members who sign in')
    await addMembers(ground.db, MEMBERS)
    const logins = await measureLogins(shop.origin, MEMBERS)
    rows.push({
      figure: 'logins, 8 at a time',
      value: logins.perSecond,
      unit: '/s',
      note: `p99 ${logins.p99.toFixed(0)} ms`,
    })
    rows.push({
      figure: '  pages meanwhile, 200 a second',
      value: logins.beside.p99,
      unit: 'ms p99',
      limit: { what: 'nobody signing in', value: logins.alone.p99 },
      reached: logins.beside.p99 <= logins.alone.p99 * 1.5,
      note: `p50 ${logins.beside.p50} ms, alone ${logins.alone.p50}`,
    })
    const personal = await measurePersonal(shop.origin)
    rows.push({
      figure: 'what is personal beside a cached page: one answer',
      value: personal / 1000,
      unit: 'kB',
      limit: { what: 'aim', value: 5 },
      reached: personal <= 5_000,
    })
    say('known and unknown addresses')
    const { db, keyring } = ground
    for (const { call, known, unknown } of await measureKnown({ origin: shop.origin, db, keyring, count: MEMBERS }))
      rows.push({
        figure: `${call} with a known address, ${MEMBERS} times: median`,
        value: known,
        unit: 'ms',
        limit: { what: 'unknown', value: unknown },
        reached: Math.abs(known / unknown - 1) <= 0.05,
      })
    say('purchases from balances, refunds')
    rows.push(
      ...(await measureBalance({
        origin: shop.origin,
        databaseUrl,
        db,
        keyring,
        guests: bought,
        count: PURCHASES,
        refunds: REFUNDS,
      })),
    )
    await shop.stop()
    provider.stop()

    say('a ledger of ten million entries')
    rows.push(await ledgerRow(embedded!, LEDGER_ENTRIES))

    say('200,000 products')
    rows.push(...(await measureLarge({ server: embedded!, env, dataDir, small })))
  } finally {
    await ground.close()
  }

  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
  const file = join(ROOT, 'bench', 'results', 'latest.json')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`)
  process.stdout.write(
    `${render(rows)}\n\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; written to bench/results/latest.json\n`,
  )
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
