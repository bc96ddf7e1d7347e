import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { Keyring, loadKeyring, type Purpose, sameBytes } from './crypto.ts'
import { StartError } from './start-error.ts'

const PURPOSES: Purpose[] = [
  'vault',
  'vault-fingerprint',
  'mail',
  'order-access',
  'visit',
  'newsletter',
  'coupon',
  'withdrawal',
]
const [first, second] = [randomBytes(32), randomBytes(32)]
const ring = new Keyring([first])
const purpose = fc.constantFrom(...PURPOSES)
const text = fc.string({ unit: 'grapheme', maxLength: 300 })

describe('what is sealed', () => {
  test('opens to the same text, for every text, purpose and binding', () => {
    fc.assert(
      fc.property(purpose, text, text, (what, plain, bind) => {
        expect(ring.open(what, ring.seal(what, plain, bind), bind)).toBe(plain)
      }),
    )
  })

  test('says nothing of the text but its length, and never the same twice', () => {
    const [a, b] = [ring.seal('vault', 'ABCDE-12345', '1'), ring.seal('vault', 'ABCDE-12345', '1')]
    expect(a.equals(b)).toBe(false)
    expect(a.toString('latin1')).not.toContain('ABCDE')
    expect(a.length).toBe(1 + 4 + 12 + 16 + 11)
  })

  test('opens for no other purpose and under no other binding', () => {
    fc.assert(
      fc.property(purpose, purpose, text, text, text, (what, other, plain, bind, wrong) => {
        const sealed = ring.seal(what, plain, bind)
        if (other !== what) expect(() => ring.open(other, sealed, bind)).toThrow()
        if (wrong !== bind) expect(() => ring.open(what, sealed, wrong)).toThrow()
      }),
    )
  })

  test('does not open when any one bit of it was changed, or when it was cut', () => {
    const sealed = ring.seal('vault', 'ABCDE-12345', '7')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => ring.open('vault', changed, '7'), `bit ${bit}`).toThrow()
    }
    // Of an empty text nothing but the tag is left to cut.
    for (const whole of [sealed, ring.seal('vault', '', '7')])
      for (let length = 0; length < whole.length; length++)
        expect(() => ring.open('vault', whole.subarray(0, length), '7'), `length ${length}`).toThrow()
  })

  test('does not open with another key', () => {
    expect(() => new Keyring([second]).open('vault', ring.seal('vault', 'x', '1'), '1')).toThrow('unknown key')
  })
})

describe('after a rotation', () => {
  const rotated = new Keyring([second, first])

  test('the old key opens what it sealed, and the new one seals', () => {
    expect(rotated.open('vault', ring.seal('vault', 'old', '1'), '1')).toBe('old')
    const fresh = rotated.seal('vault', 'new', '1')
    expect(new Keyring([second]).open('vault', fresh, '1')).toBe('new')
    expect(() => ring.open('vault', fresh, '1')).toThrow('unknown key')
  })

  test('fingerprints stay what they were: duplicates are still found, links still open', () => {
    for (const what of PURPOSES) expect(rotated.fingerprint(what, 'ABC')).toEqual(ring.fingerprint(what, 'ABC'))
  })
})

test('fingerprints differ by text, by purpose and by key', () => {
  const prints = [first, second].flatMap((key) =>
    PURPOSES.flatMap((what) =>
      ['A', 'B', ''].map((text) => new Keyring([key]).fingerprint(what, text).toString('hex')),
    ),
  )
  expect(new Set(prints).size).toBe(prints.length)
})

test('a key of another length is refused, and so is a ring without one', () => {
  for (const keys of [[], [randomBytes(31)], [randomBytes(33)], [first, Buffer.alloc(0)]])
    expect(() => new Keyring(keys)).toThrow('32 bytes')
})

test('a file of keys that was damaged is named in one line, with which of them is none and never what stands there', async () => {
  const dataDir = await mkdtemp(join(inject('dataDir'), 'crypto-'))
  await mkdir(join(dataDir, 'secrets'))
  const path = join(dataDir, 'secrets', 'vault.keys')
  const load = async (text: string) => {
    await writeFile(path, text)
    return loadKeyring(dataDir, undefined)
  }
  const key = first.toString('base64')
  expect((await load(`${key}\n${second.toString('base64')}\n`)).ids).toHaveLength(2)
  const must = `${path}: must be one or more 32-byte keys in base64, the newest first`
  await expect(load(`${key}\n${key.slice(0, -5)}\n`)).rejects.toThrow(new StartError(`${must}: number 2 in it is none`))
  await expect(load('# my key\n')).rejects.toThrow(new StartError(`${must}: number 1 in it is none`))
  await expect(load('\n')).rejects.toThrow(
    new StartError(
      `${path} is empty: delete it if this is a new shop, put the one that you keep in its place if it is not`,
    ),
  )
  await rm(dataDir, { recursive: true })
})

test('bytes of different lengths are different, not a fault', () => {
  expect(sameBytes(Buffer.from('abc'), Buffer.from('abc'))).toBe(true)
  expect(sameBytes(Buffer.from('abc'), Buffer.from('abd'))).toBe(false)
  expect(sameBytes(Buffer.from('abc'), Buffer.from('ab'))).toBe(false)
  expect(sameBytes(Buffer.alloc(0), Buffer.from('a'))).toBe(false)
})
