// `npm test`: unit and integration tests, then the browser's. Ends with the sum on a line of its own. `npm test -- PATH …`:
// only the files whose path holds one of these. `--full`: the whole matrix; `--update`: snapshots of the unit tests are
// what they are now.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser, ensureShell } from './browser.mjs'
import { ensureServers } from './debian.mjs'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './ensure.mjs'
import { readGiven } from './usage.mjs'

const USAGE = `npm test [-- PATH …] [--update]
npm run test:full [-- PATH …]

  PATH      only the files whose path holds one of these words
  --update  what the unit tests compare with in the tree becomes what it is now
  full      every browser test on both devices, pages in more languages`

const { values: given, words: paths } = readGiven('test', USAGE, {
  options: { full: { type: 'boolean' }, update: { type: 'boolean' } },
  words: true,
})
const [unitPaths, e2ePaths] = [paths.filter((path) => !isE2e(path)), paths.filter(isE2e)]
const wanted = (some) => paths.length === 0 || some.length > 0

await ensureInstalled({ replace: true })
await ensureBuilt()
const results = join(ROOT, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const [unit, e2e] = [join(results, 'unit.json'), join(results, 'e2e.json')]
const bin = (name) => join(ROOT, 'node_modules', name)

const suites = []
if (wanted(unitPaths)) {
  await ensureServers()
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${unit}`]
  suites.push(() =>
    run(NODE, [bin('vitest/vitest.mjs'), 'run', ...reports, ...(given.update ? ['--update=all'] : []), ...unitPaths]),
  )
}
if (wanted(e2ePaths)) {
  const whole = await ensureBrowser()
  const env = {
    CHROMIUM: await ensureShell(whole),
    CHROMIUM_WHOLE: whole,
    PLAYWRIGHT_JSON_OUTPUT_NAME: e2e,
    ...(given.full && { MATRIX: 'full' }),
  }
  suites.push(() => run(NODE, [bin('@playwright/test/cli.js'), 'test', ...e2ePaths], env))
}
// One after the other: beside each other they take as long on two cores, and each test three times as long.
const codes = []
for (const suite of suites) {
  codes.push(await suite())
  // Whoever ended one of them does not want the other.
  if (codes.at(-1) >= 128) break
}

const sum = { passed: 0, failed: 0, skipped: 0 }
if (existsSync(unit)) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(unit, 'utf8'),
  )
  sayAgain(
    testResults.flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (message && failed.length === 0) failed.push({ fullName: '(the whole file)', failureMessages: [message] })
      return failed.map(({ fullName, failureMessages }) => ({
        title: `${relative(ROOT, name)}: ${fullName}`,
        messages: failureMessages,
      }))
    }),
  )
  sum.passed += numPassedTests
  sum.failed += numFailedTests
  sum.skipped += numPendingTests + numTodoTests
}
if (existsSync(e2e)) {
  const { suites: files, stats } = JSON.parse(readFileSync(e2e, 'utf8'))
  sayAgain(files.flatMap(failuresIn))
  sum.passed += stats.expected
  sum.failed += stats.unexpected + stats.flaky
  sum.skipped += stats.skipped
}
// A runner that broke down before it could count is a failure too.
const broken = codes.some((code) => code !== 0)
if (broken && sum.failed === 0) sum.failed = 1
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}\n`)
process.exit(broken || sum.failed > 0 || sum.passed === 0 ? 1 : 0)

function isE2e(path) {
  return /(^|\/)e2e\/|\.spec\.ts$/.test(path)
}

/** What failed, where it is seen: many lines of the other suite have come since. */
function sayAgain(failures) {
  for (const { title, messages } of failures) process.stdout.write(`failed: ${title}\n${messages.join('\n')}\n`)
}

/** Of a file of browser tests and what is described in it. */
function failuresIn({ file, specs = [], suites: within = [] }) {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results: tries }) => ({
        title: `e2e/${file}: [${projectName}] ${title}`,
        messages: tries.flatMap(({ errors }) => errors.map(({ message, stack }) => stack ?? message ?? '')),
      })),
  )
  return [...failed, ...within.flatMap(failuresIn)]
}
