import { expect, test } from 'vitest'
import { connect } from './deliver.ts'

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
