// For the crash tests: a way to the database that can vanish without a word, as a cut cable does, or be shut, as by a
// server that died.
import { connect, createServer, type Socket } from 'node:net'

export interface VanishingHost {
  url: string
  /** From now on nothing comes through and nobody is told; whoever connects anew hears nothing either. */
  vanish(): void
  /** From now on every connection breaks, and new ones are closed as soon as they are made. */
  shut(): void
  /** From now on the database does what is asked of it in these words, and the connection breaks before its answer comes. */
  loseAnswersTo(words: string): void
  /** New connections come through again; those that vanished stay silent for ever. */
  comeBack(): void
  close(): Promise<void>
}

export async function openProxy(databaseUrl: string): Promise<VanishingHost> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let gone = false
  let isShut = false
  let lost: string | undefined
  const server = createServer((near) => {
    sockets.add(near.on('error', () => {}))
    if (isShut) near.destroy()
    if (gone || isShut) return
    const far = connect(Number(port), hostname)
    sockets.add(far.on('error', () => {}))
    near.pipe(far).pipe(near)
    near.on('data', (asked: Buffer) => {
      if (lost === undefined || !asked.includes(lost)) return
      far.unpipe(near).resume()
      far.once('data', () => near.destroy())
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    vanish() {
      gone = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    shut() {
      isShut = true
      for (const socket of sockets) socket.destroy()
    },
    loseAnswersTo(words) {
      lost = words
    },
    comeBack() {
      gone = false
      isShut = false
      lost = undefined
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
