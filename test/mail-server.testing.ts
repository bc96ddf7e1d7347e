// A mail server that takes what comes, or for a while nothing.
import { SMTPServer } from 'smtp-server'
import { freePort } from './free-port.testing.ts'

export async function openMailServer() {
  const mails = { taken: [] as string[], isAway: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        if (mails.isAway) return done(Object.assign(new Error('not now'), { responseCode: 451 }))
        mails.taken.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return Object.assign(mails, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  })
}

/** `taken`: the addresses that have mail, in their order. */
export type MailServer = Awaited<ReturnType<typeof openMailServer>>
