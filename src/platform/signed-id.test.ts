import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './crypto.ts'
import { readSignedId, signId } from './signed-id.ts'

const ours = (id: string) => sha256(`ours ${id}`)
const theirs = (id: string) => sha256(`theirs ${id}`)

test('an id that we signed is read again, and nothing else is', () => {
  const [id, another] = [randomUUID(), randomUUID()]
  const token = signId(id, ours)
  const [, signature] = token.split('.')
  expect(readSignedId(token, ours)).toBe(id)
  const others = [
    signId(id, theirs),
    `${another}.${signature}`,
    `${id.toUpperCase()}.${signature}`,
    ...[`${token}.`, `${token}=`, `${id}.`, id, '', '.'],
    signId('1', ours),
  ]
  expect(others.filter((other) => readSignedId(other, ours) !== undefined)).toEqual([])
})
