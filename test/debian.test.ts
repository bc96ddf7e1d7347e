// Debian's packages that tests need are installed without starting their services, and nothing is left that would keep others from it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policyOf } from '../bin/debian.mjs'

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
