// The process: configuration in, one line per failure out, a graceful end on SIGTERM.
import { ConfigError, parseConfig } from '#platform/config.ts'
import { StartError } from '#platform/database/server-programs.ts'
import { createLog } from '#platform/log.ts'
import { openShop } from './assemble.ts'

try {
  const config = parseConfig(process.env)
  const log = createLog(config.logLevel)
  const stopEarly = (signal: NodeJS.Signals) => process.exit(signal === 'SIGINT' ? 130 : 143)
  process.once('SIGTERM', stopEarly).once('SIGINT', stopEarly)
  const shop = await openShop(config, log, { dev: process.argv.includes('--dev') })
  process.off('SIGTERM', stopEarly).off('SIGINT', stopEarly)
  process.stdout.write(`${config.shopName} is open at ${shop.origin}\n`)

  let stopping = false
  const stop = async () => {
    // The second signal is somebody who does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    await shop.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected and nobody was there'))
} catch (error) {
  if (error instanceof ConfigError)
    for (const reason of error.reasons) process.stderr.write(`Latchkey cannot start: ${reason}\n`)
  else if (error instanceof StartError) process.stderr.write(`Latchkey cannot start: ${error.message}\n`)
  else process.stderr.write(`Latchkey cannot start: ${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}
