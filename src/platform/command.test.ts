// What an operator reads when a command fails.
import { expect, test } from 'vitest'
import { explain } from './command.ts'
import { HalfDone } from './half-done.ts'
import { StartError } from './start-error.ts'
import { Stopped } from './stop-signals.ts'

test('a statement that was given up is said in plain words, without a stack', () => {
  expect(explain(new Error('Query read timeout'))).toEqual([
    'the database did not answer a statement in time; run it again, nothing is half done',
  ])
})

test('what was half done when the database went away is not said to be whole', () => {
  const failed = (cause: unknown) => explain(new HalfDone(cause, 'run it again'))
  expect(failed(new Error('Connection terminated unexpectedly'))).toEqual(['the database went away; run it again'])
  expect(failed(new Stopped())).toEqual(['stopped before its end; run it again'])
  expect(failed(new StartError('the keys are gone'))).toEqual(['the keys are gone', 'run it again'])
})

test('a file that fails is named where its name is known, and never as “the file”', () => {
  const full = { code: 'ENOSPC', syscall: 'write' }
  expect(explain(Object.assign(new Error('ENOSPC: no space left on device, write'), full))).toEqual([
    'the disk is full',
  ])
  expect(explain(Object.assign(new Error('ENOSPC'), full, { path: '/backups/monday' }))).toEqual([
    '/backups/monday: the disk is full',
  ])
})
