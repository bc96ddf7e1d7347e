import { randomUUID } from 'node:crypto'
import { expect, inject, test, vi } from 'vitest'
import { loadKeyring } from '#platform/crypto.ts'
import { openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { connect, createDelivery, type DeliveryOptions } from './deliver.ts'

test('a mail server that does not greet is given up within seconds, one that takes its time to accept is not', async () => {
  const { transporter } = await connect('smtps://shop:secret@mail.example:2465')
  expect(transporter).toHaveProperty(
    'options',
    expect.objectContaining({
      ...{ host: 'mail.example', port: 2465, secure: true, auth: { user: 'shop', pass: 'secret' } },
      ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000 },
    }),
  )
})

test('a mail is tried again whose sending package could not be loaded the first time', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
  const keyring = await loadKeyring(inject('dataDir'), undefined)
  const id = randomUUID()
  const sealed = keyring.seal('mail', JSON.stringify({ subject: 'Hello', html: '', text: '' }), id)
  await db.run(sql`
    insert into mails (id, message_id, recipient, locale, template, data, sealed)
    values (${id}, ${id}, 'ada@shop.example', 'en', 'operatorAlert', '{}', ${sealed})`)
  // Its words are written, so nobody is asked for them; nobody listens at the server's port.
  const delivery = createDelivery({
    ...({ db, keyring, smtpUrl: 'smtp://127.0.0.1:1', sender: () => 'shop@shop.example' } as DeliveryOptions),
    checks: () => ({}),
  })
  vi.doMock('nodemailer', () => {
    throw new Error('not there')
  })
  await expect(delivery.send(id)).rejects.not.toThrow('the mail server did not take it')
  vi.doUnmock('nodemailer')
  await expect(delivery.send(id)).rejects.toThrow('the mail server did not take it: ESOCKET')
  await delivery.close()
  await db.close()
  await database.drop()
})
