// What becomes of a file whose sender is refused before anything of it was read.
import type { IncomingMessage } from 'node:http'

/** What fits between two sockets is sent before anybody answers. */
const LEAST_BYTES = 64 * 1024
/** As large as the largest file that a call takes, and what is around it. */
const MOST_BYTES = 8 * 1024 * 1024

/**
 * Lets in a body that nobody has begun to read, and throws it away, before its sender is answered: a proxy that sends all of it before
 * it reads (Varnish) would meet a closed connection, and its client would read a fault of the proxy's. It ends by the server's
 * own bound for a request; a longer body, or one that does not say how long it is, is not waited for.
 */
export async function letIn(incoming: IncomingMessage): Promise<void> {
  const bytes = Number(incoming.headers['content-length'])
  if (incoming.readableFlowing !== null || incoming.complete || incoming.destroyed) return
  if (!(bytes > LEAST_BYTES && bytes <= MOST_BYTES)) return
  const over = Promise.withResolvers<void>()
  incoming.once('end', over.resolve).once('close', over.resolve).once('error', over.resolve).resume()
  await over.promise
}
