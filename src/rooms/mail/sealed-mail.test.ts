// How the words of a mail lie in the database.
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Keyring } from '#platform/crypto.ts'
import { openMail, sealMail } from './sealed-mail.ts'

const keyring = new Keyring([randomBytes(32)])
const row = '<tr><td style="padding:8px 0;border-top:1px solid #e4e4ef">Key – Schlüssel – 鍵</td></tr>'
const words = { subject: 'Ihre Schlüssel', text: '鍵 KEY-1\n', html: `<table>${row.repeat(60)}</table>` }

test('a mail is packed before it is sealed, and opens as it was written', () => {
  const id = randomUUID()
  const sealed = sealMail(keyring, id, words)
  expect(sealed.length).toBeLessThan(JSON.stringify(words).length / 3)
  expect(openMail(keyring, { id, sealed })).toEqual(words)
  expect(() => openMail(keyring, { id: randomUUID(), sealed })).toThrow()
})

test('a mail that an earlier version sealed opens as it was', () => {
  const id = randomUUID()
  expect(openMail(keyring, { id, sealed: keyring.seal('mail', JSON.stringify(words), id) })).toEqual(words)
})
