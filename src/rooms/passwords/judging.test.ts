import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'

/** A process in which the list of common passwords cannot be loaded the first time. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  let asked = 0
  registerHooks({
    resolve(name, context, next) {
      if (name === '@zxcvbn-ts/language-common' && ++asked === 1) throw new Error('not there')
      return next(name, context)
    },
  })
  const { createJudging } = await import(${JSON.stringify(join(import.meta.dirname, 'judging.ts'))})
  const { judge } = createJudging({ read: () => 16 })
  const said = []
  for (let i = 0; i < 2; i++) said.push(await judge('Plum-Engine-9', 'password').then(() => 'taken', (error) => error.message))
  process.stdout.write(said.join(', '))
`

test('a password is judged although the list of common ones could not be loaded the first time', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: childEnv(),
    encoding: 'utf8',
  })
  expect(said).toBe('not there, taken')
})
