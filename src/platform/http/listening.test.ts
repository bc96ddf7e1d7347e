// An address that cannot be had is said by the variable that names it.
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { listenAt } from './listening.ts'

const at = (host: string) => ({ host, port: 0, variables: { port: 'PORT', host: 'HOST' } })

test('a host that nobody knows, whether names can be looked up or not', async () => {
  const listening = listenAt(createServer(), at('no-such-host.invalid'))
  await expect(listening).rejects.toThrow(new StartError('HOST: no-such-host.invalid is not known'))
})

// As the system says it: whoever runs the tests may be allowed every port, and reach a server of names or not.
test.each([
  ['EACCES', 'PORT: 0 may not be opened by this user'],
  ['ENOTFOUND', 'HOST: 127.0.0.1 is not known'],
  ['EAI_AGAIN', 'HOST: 127.0.0.1 is not known'],
])('what the system calls %s', async (code, said) => {
  const server = createServer()
  const listening = listenAt(server, at('127.0.0.1'))
  server.emit('error', Object.assign(new Error(code), { code }))
  await expect(listening).rejects.toThrow(new StartError(said))
  server.close()
})

test('what nobody here can mend is told as it is', async () => {
  const server = createServer()
  const listening = listenAt(server, at('127.0.0.1'))
  const error = Object.assign(new Error('EMFILE'), { code: 'EMFILE' })
  server.emit('error', error)
  await expect(listening).rejects.toBe(error)
  server.close()
})
