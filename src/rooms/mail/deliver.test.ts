import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, test, vi } from 'vitest'
import { loadKeyring } from '#platform/crypto.ts'
import { openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { connect, createDelivery, type DeliveryOptions } from './deliver.ts'
import { sealMail } from './sealed-mail.ts'

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

/** A mail that waits for this mail server, with its words, in a database of its own. */
async function waitingFor(smtpUrl: string, more: Partial<DeliveryOptions> = {}) {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
  const keyring = await loadKeyring(inject('dataDir'), undefined)
  const id = randomUUID()
  const sealed = sealMail(keyring, id, { subject: 'Hello', html: '', text: '' })
  await db.run(sql`
    insert into mails (id, message_id, recipient, locale, template, data, sealed)
    values (${id}, ${id}, 'ada@shop.example', 'en', 'operatorAlert', '{}', ${sealed})`)
  // Its words are written, so nobody is asked for them.
  const delivery = createDelivery({
    ...({ db, keyring, smtpUrl, sender: () => 'shop@shop.example' } as DeliveryOptions),
    checks: () => ({}),
    ...more,
  })
  return {
    send: () => delivery.send(id),
    async close() {
      await delivery.close()
      await db.close()
      await database.drop()
    },
  }
}

test('a mail is tried again whose sending package could not be loaded the first time', async () => {
  // Nobody listens at its port.
  const { send, close } = await waitingFor('smtp://127.0.0.1:1')
  vi.doMock('nodemailer', () => {
    throw new Error('not there')
  })
  await expect(send()).rejects.not.toThrow('the mail server did not take it')
  vi.doUnmock('nodemailer')
  await expect(send()).rejects.toThrow('the mail server did not take it: ESOCKET')
  await close()
})

test('a mail server that goes on talking without an end is given up, and hung up on', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    let talk: ReturnType<typeof setInterval>
    socket.once('data', () => {
      talk = setInterval(() => socket.write('250-and another thing\r\n'), 20)
    })
    socket.on('close', () => clearInterval(talk))
  })
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  const { port } = server.address() as AddressInfo
  const { send, close } = await waitingFor(`smtp://127.0.0.1:${port}`, { longestMs: 1_000 })
  await expect(send()).rejects.toThrow('the mail server did not take it: EABORT')
  // Once nobody is connected any more.
  await new Promise((isClosed) => server.close(isClosed))
  await close()
})
