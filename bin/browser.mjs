// A Chromium to test with, and letters for every script: those that are there, else installed the platform's way.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installable, installPackages } from './debian.mjs'
import { NODE, ROOT, run } from './ensure.mjs'

/** The same engine without windows, which takes a third less of the processor's time; it has no back/forward cache. */
const SHELL = { path: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' }

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
] // prettier-ignore

/** Faces with which the pictures of e2e/visual were taken, and the Debian packages that bring them. */
const FACES = { 'Noto Sans CJK SC': 'fonts-noto-cjk', 'Noto Sans Arabic': 'fonts-noto-core' }

/** Path of a Chromium; the empty string stands for Playwright's own. Ends the process with instructions when there is none. */
export async function ensureBrowser() {
  const path = find()
  const faces = missingFaces()
  if (installable && (path === undefined || faces.length > 0)) {
    const packages = [...(path === undefined ? ['chromium'] : []), ...faces.map((face) => FACES[face])]
    await installPackages(['fontconfig', ...packages])
  }
  const still = missingFaces()
  if (still.length > 0)
    process.stderr.write(
      `${still.join(' and ')} not found: pages in Chinese and Arabic may look other than in e2e/visual (Debian: apt-get install ${still.map((face) => FACES[face]).join(' ')}).\n`,
    )
  const found = path ?? find()
  if (found !== undefined) return found
  const own = [join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium']
  if (!installable && (await run(NODE, own)) === 0) return ''
  process.stderr.write(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.\n',
  )
  process.exit(1)
}

/** Path of the browser that most tests use: the shell where Debian has it, else what `ensureBrowser` answered. */
export async function ensureShell(browser) {
  if (process.env.CHROMIUM) return browser
  if (installable && !existsSync(SHELL.path)) await installPackages([SHELL.package])
  return existsSync(SHELL.path) ? SHELL.path : browser
}

function find() {
  return [process.env.CHROMIUM, ...KNOWN].find((path) => path && existsSync(path))
}

/** Faces that fontconfig does not find; all of them where there is no fontconfig to ask (macOS, Windows). */
function missingFaces() {
  const { stdout } = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8', maxBuffer: 16_000_000 })
  return Object.keys(FACES).filter((face) => !stdout?.includes(face))
}
