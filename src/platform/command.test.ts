// What an operator reads when a command fails.
import { expect, test } from 'vitest'
import { explain, explainStart } from './command.ts'
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

test('a file that fails is named where its name is known, and a full disk needs none', () => {
  const full = { code: 'ENOSPC', syscall: 'write' }
  expect(explain(Object.assign(new Error('ENOSPC: no space left on device, write'), full))).toEqual([
    'the disk is full',
  ])
  expect(explain(Object.assign(new Error('ENOSPC'), full, { path: '/backups/monday' }))).toEqual([
    '/backups/monday: the disk is full',
  ])
  const folder = { code: 'EISDIR', syscall: 'read' }
  expect(explain(Object.assign(new Error('EISDIR'), folder))).toEqual(['the file: this is a folder, not a file'])
})

test.each(['ENOENT', 'EACCES'])('a socket of the database that is lost (%s) is no file of a command', (code) => {
  const lost = () =>
    Object.assign(new Error(`connect ${code} /run/postgresql/.s.PGSQL.5432`), { code, syscall: 'connect' })
  expect(explain(lost())).toEqual(['the database went away; run it again, nothing is half done'])
  expect(explain(new HalfDone(lost(), 'run it again'))).toEqual(['the database went away; run it again'])
  expect(explainStart(lost())).toEqual(['the database went away; once that is mended, start it again'])
})
