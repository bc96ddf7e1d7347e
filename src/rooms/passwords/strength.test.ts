import { expect, test } from 'vitest'
import { strengthOf } from './ui/strength.ts'

test.each([
  ['', 'weak'],
  ['abcdef', 'weak'],
  ['123456789012', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['plum engine', 'fair'],
  ['Plum-Engine-9', 'good'],
  ['tR4!vq9#zKw', 'good'],
  ['密码引擎李子九号火车', 'good'],
])('%s is %s', (password, strength) => expect(strengthOf(password)).toBe(strength))
