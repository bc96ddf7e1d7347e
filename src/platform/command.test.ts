// What an operator reads when a command fails.
import { expect, test } from 'vitest'
import { explain } from './command.ts'

test('a statement that was given up is said in plain words, without a stack', () => {
  expect(explain(new Error('Query read timeout'))).toEqual([
    'the database did not answer a statement in time; run it again, nothing is half done',
  ])
})
