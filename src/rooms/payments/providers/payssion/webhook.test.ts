import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidSignature } from '../provider.ts'
import { createPayssion } from './adapter.ts'

const payssion = (over: object = {}) =>
  createPayssion({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', secretKey: 'secret', pmId: 'payssion_test', ...over })

describe('a notification', () => {
  // Signatures computed by hand: printf '%s' 'key|payssion_test|12.34|USD|attempt-1|completed|secret' | md5sum
  const fields = {
    pm_id: 'payssion_test',
    transaction_id: 'T1',
    order_id: 'attempt-1',
    amount: '12.34',
    paid: '12.34',
    currency: 'USD',
    state: 'completed',
    notify_sig: 'e3f89f9adf5787aefe5bddea17fcb2be',
  }
  const { order_id: _, ...withoutOrder } = fields
  const legacy = {
    ...withoutOrder,
    track_id: 'attempt-1',
    sub_track_id: '',
    notify_sig: 'b2a3793c3610d058834a97c96b319b83',
  }
  const notice = {
    eventId: 'T1:completed',
    providerRef: 'T1',
    attemptId: 'attempt-1',
    kind: 'completed',
    claim: { says: 'paid' },
    shop: '',
  }
  const verify = (body: string, over: object = {}) => payssion(over).verifyWebhook(Buffer.from(body), new Headers())
  const form = (values: Record<string, string>) => new URLSearchParams(values).toString()

  test('is accepted with either signature, as a form and as JSON', () => {
    for (const values of [fields, legacy]) {
      expect(verify(form(values))).toEqual(notice)
      expect(verify(JSON.stringify(values))).toEqual(notice)
    }
  })

  test.each(['pm_id', 'order_id', 'amount', 'currency', 'state'])('is refused with a changed %s', (field) => {
    expect(() => verify(form({ ...fields, [field]: 'other' }))).toThrow(InvalidSignature)
  })

  test('says nothing about transaction_id and paid: they are not signed', () => {
    expect(verify(form({ ...fields, paid: '99.00' }))).toEqual(notice)
    expect(verify(form({ ...fields, transaction_id: 'T2' })).attemptId).toBe('attempt-1')
  })

  test.each([
    ['no signature', form({ ...fields, notify_sig: '' })],
    ['an upper-case signature', form({ ...fields, notify_sig: fields.notify_sig.toUpperCase() })],
    ['a field named twice', `${form(fields)}&order_id=attempt-2`],
    [
      'the values of another notification, shifted across the separators',
      form({ ...legacy, pm_id: 'payssion_test|12.34', amount: 'USD', currency: 'attempt-1', order_id: '' }),
    ],
    ['an array for a field', JSON.stringify({ ...fields, order_id: ['attempt-1'] })],
    ['an empty body', ''],
    ['a body beyond 64 kB', `${form(fields)}&x=${'x'.repeat(70_000)}`],
  ])('is refused: %s', (_, body) => {
    expect(() => verify(body)).toThrow(InvalidSignature)
  })

  // The transaction is not signed: without one that can be read, the notice still says which order.
  test.each([
    ['no transaction', ''],
    ['a transaction id with a NUL', 'T\0'],
    ['a line break in the transaction id', 'T\n1'],
  ])('is kept as a notice about its order: %s', (_, transaction_id) => {
    expect(verify(form({ ...fields, transaction_id }))).toMatchObject({
      eventId: expect.stringMatching(/^sha256:/),
      providerRef: null,
      attemptId: 'attempt-1',
    })
  })

  test('is never accepted while the secret is empty, not even signed with the empty one', () => {
    const signedWithNothing = form({ ...fields, notify_sig: '4a79dc95f70bd22e4cf62c93467fb7d5' })
    for (const secretKey of ['', ' ']) expect(() => verify(signedWithNothing, { secretKey })).toThrow(InvalidSignature)
    expect(() => verify(form(fields), { apiKey: '' })).toThrow(InvalidSignature)
  })

  test('whatever the bytes, the only error is InvalidSignature', () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map((text) => Buffer.from(text)),
      fc.dictionary(fc.constantFrom(...Object.keys(fields), '__proto__'), fc.anything()).map((o) => {
        const text = JSON.stringify(o, (_, value) => (typeof value === 'bigint' ? String(value) : value))
        return Buffer.from(text)
      }),
      fc.dictionary(fc.constantFrom(...Object.keys(fields)), fc.string()).map((o) => Buffer.from(form(o))),
      fc.nat(60_000).map((depth) => Buffer.from(`{"a":${'['.repeat(depth)}`)),
    )
    fc.assert(
      fc.property(hostile, (body) => {
        expect(() => payssion().verifyWebhook(body, new Headers())).toThrow(InvalidSignature)
      }),
      { numRuns: 2_000 },
    )
  })
})
