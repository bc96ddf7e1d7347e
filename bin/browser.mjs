// A Chromium to test with: the one that is there, else one installed the platform's way.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT, run } from './ensure.mjs'

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
] // prettier-ignore

/** Path of a Chromium; the empty string stands for Playwright's own. Ends the process with instructions when there is none. */
export async function ensureBrowser() {
  const found = find()
  if (found) return found
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    process.stderr.write('Installing Chromium …\n')
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], quiet)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
    const installed = find()
    if (installed) return installed
  } else if (
    (await run(NODE, [join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'])) === 0
  )
    return ''
  process.stderr.write(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.\n',
  )
  process.exit(1)
}

function find() {
  return [process.env.CHROMIUM, ...KNOWN].find((path) => path && existsSync(path))
}
