// Programs that tests need and npm does not bring, from Debian's packages where we may install them.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './ensure.mjs'

export const installable = existsSync('/etc/debian_version') && process.getuid?.() === 0

/** What a package asks before it starts its service: 101 is "not now". */
const POLICY = '/usr/sbin/policy-rc.d'

/** Installs Debian packages, and starts none of the services that they bring. */
export async function installPackages(packages) {
  process.stderr.write(`Installing ${packages.join(', ')} …\n`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const policy = existsSync(POLICY) ? undefined : POLICY
  if (policy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await run('apt-get', ['update', '-qq'], quiet)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  } finally {
    if (policy) rmSync(policy, { force: true })
  }
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
