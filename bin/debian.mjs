// Programs that tests need and npm does not bring, from Debian's packages where we may install them.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBare } from './ensure.mjs'

export const installable = existsSync('/etc/debian_version') && process.getuid?.() === 0

const POLICY = '/usr/sbin/policy-rc.d'

/**
 * What a package asks before it starts its service: 101 is "not now". One whose writer (`pid`) was killed is of no use to anybody, and would
 * keep every service that is installed later from starting: it takes itself away.
 */
export const policyOf = (pid) => `#!/bin/sh
# Of the tests of Latchkey: it goes when process ${pid} has ended.
kill -0 ${pid} 2>/dev/null && exit 101
rm -f "$0"
`

/** Installs Debian packages, and starts none of the services that they bring. */
export async function installPackages(packages) {
  process.stderr.write(`Installing ${packages.join(', ')} …\n`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const policy = isTaken() ? undefined : POLICY
  if (policy) writeFileSync(policy, policyOf(process.pid), { mode: 0o755 })
  try {
    await runBare('apt-get', ['update', '-qq'], quiet)
    await runBare('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  } finally {
    if (policy) rmSync(policy, { force: true })
  }
}

/** Whether a policy is there that is none of ours, or of a run that goes on. */
function isTaken() {
  if (!existsSync(POLICY)) return false
  const [, pid] =
    /^# Of the tests of Latchkey: it goes when process (\d+) has ended/m.exec(readFileSync(POLICY, 'utf8')) ?? []
  return pid === undefined || existsSync(`/proc/${pid}`)
}

/** Servers before which or behind which tests run the shop, and the packages that bring them. */
const SERVERS = { pgbouncer: 'pgbouncer', nginx: 'nginx', varnishd: 'varnish' }

/** Installs what is missing and may be installed. What is still missing fails its test, which says what to install. */
export async function ensureServers() {
  const missing = Object.keys(SERVERS).filter((name) => !hasProgram(name))
  if (installable && missing.length > 0) await installPackages(missing.map((name) => SERVERS[name]))
}

function hasProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  return folders.some((folder) => folder !== '' && existsSync(join(folder, name)))
}
