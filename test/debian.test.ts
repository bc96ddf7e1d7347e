// Debian's packages that tests need are installed without starting their services, and nothing is left that would keep others from it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { installable, installPackages, policyOf } from '../bin/debian.mjs'

test('what keeps services from starting counts while its writer lives, and takes itself away when he was killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-policy-'))
  const policy = join(folder, 'policy-rc.d')
  const ask = () => spawnSync(policy, ['nginx', 'start']).status
  await writeFile(policy, policyOf(process.pid), { mode: 0o755 })
  expect([ask(), existsSync(policy)]).toEqual([101, true])
  const { pid } = spawnSync('true')
  await writeFile(policy, policyOf(pid), { mode: 0o755 })
  expect([ask(), existsSync(policy)]).toEqual([0, false])
  await rm(folder, { recursive: true })
})

test.runIf(installable)('what installs packages is given nothing of the shop’s configuration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-apt-'))
  const said = join(folder, 'said')
  await writeFile(join(folder, 'apt-get'), `#!/bin/sh\nenv >> ${said}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  vi.stubEnv('VAULT_KEYS', 'a-key-of-the-shop')
  vi.stubEnv('STRIPE_SECRET_KEY', 'a-key-of-the-shop')
  await installPackages(['nginx'])
  vi.unstubAllEnvs()
  const env = await readFile(said, 'utf8')
  expect(env).toContain('DEBIAN_FRONTEND=noninteractive')
  expect(env).not.toMatch(/a-key-of-the-shop|VAULT_KEYS/)
  await rm(folder, { recursive: true })
})
