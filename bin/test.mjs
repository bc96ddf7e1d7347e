// `npm test`: unit and integration tests, then the browser's. Ends with the sum on a line of its own.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser, ensureShell } from './browser.mjs'
import { ensureServers } from './debian.mjs'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './ensure.mjs'

await ensureInstalled()
await ensureBuilt()
const whole = await ensureBrowser()
const chromium = await ensureShell(whole)
await ensureServers()

const results = join(ROOT, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const [unit, e2e] = [join(results, 'unit.json'), join(results, 'e2e.json')]
const bin = (name) => join(ROOT, 'node_modules', name)

const codes = [
  await run(NODE, [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unit}`,
  ]),
  await run(NODE, [bin('@playwright/test/cli.js'), 'test'], {
    CHROMIUM: chromium,
    CHROMIUM_WHOLE: whole,
    PLAYWRIGHT_JSON_OUTPUT_NAME: e2e,
  }),
]

const sum = { passed: 0, failed: 0, skipped: 0 }
if (existsSync(unit)) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(unit, 'utf8'),
  )
  // Said again where it is seen: many lines of the browser's tests have come since.
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (message && failed.length === 0) failed.push({ fullName: '(the whole file)', failureMessages: [message] })
    for (const { fullName, failureMessages } of failed)
      process.stdout.write(`failed: ${relative(ROOT, name)}: ${fullName}\n${failureMessages.join('\n')}\n`)
  }
  sum.passed += numPassedTests
  sum.failed += numFailedTests
  sum.skipped += numPendingTests + numTodoTests
}
if (existsSync(e2e)) {
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(e2e, 'utf8')).stats
  sum.passed += expected
  sum.failed += unexpected + flaky
  sum.skipped += skipped
}
// A runner that broke down before it could count is a failure too.
const broken = codes.some((code) => code !== 0)
if (broken && sum.failed === 0) sum.failed = 1
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}\n`)
process.exit(broken || sum.failed > 0 || sum.passed === 0 ? 1 : 0)
