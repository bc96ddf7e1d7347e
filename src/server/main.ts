// The process: configuration in, one line per failure out, an orderly end on SIGTERM, SIGINT and SIGHUP (decision E5).
import { explainRoom, explainStart } from '#platform/command.ts'
import type { Config } from '#platform/config.ts'
import { stopEmbeddedNow } from '#platform/database/embedded.ts'
import { createLog } from '#platform/log.ts'
import { logConsole } from '#platform/log-console.ts'
import { onStopSignals } from '#platform/stop-signals.ts'
import { readConfig } from './config.ts'
import { endShop } from './ending.ts'
import { openShop } from './open-shop.ts'

let read: Config | undefined
try {
  const config = readConfig(process.env)
  read = config
  const log = createLog(config.logLevel)
  const dev = process.argv.includes('--dev')
  // Vite speaks to whoever develops.
  if (!dev) logConsole(log)
  const opening = openShop(config, log, { dev })
  const endNow = (code: number) => void stopEmbeddedNow().finally(() => process.exit(code))
  const { drainSeconds } = config
  const exit = (code: number) => process.exit(code)
  onStopSignals((signal) => void endShop(signal, { opening, drainSeconds, log, exit, endNow }), endNow)
  // A shop that cannot say that it is open, because a disk is full or its terminal is closed, is open all the same.
  process.stdout.on('error', () => {})
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected and nobody was there'))
  const shop = await opening
  process.stdout.write(`${config.shopName} is open at ${shop.origin}\n`)
  if (shop.sandboxMail?.includes('?')) process.stdout.write(`Its mails, for you alone: ${shop.sandboxMail}\n`)
  if (shop.demoOffice) process.stdout.write(`Its back office, for you alone: ${shop.demoOffice}\n`)
} catch (error) {
  for (const line of [...explainStart(error), ...(await explainRoom(error, read))])
    process.stderr.write(`Latchkey cannot start: ${line}\n`)
  process.exit(1)
}
