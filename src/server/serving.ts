// Listening at the address that is configured, and the end of it.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '#platform/config.ts'
import { StartError } from '#platform/database/server-programs.ts'

/** Throws StartError for what the operator can mend. */
export function startServing(server: Server, config: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `PORT: ${config.port} is taken by another program`,
        EACCES: `PORT: ${config.port} may not be opened by this user`,
        EADDRNOTAVAIL: `HOST: ${config.host} is no address of this machine`,
        ENOTFOUND: `HOST: ${config.host} is not known`,
      }
      const reason = error.code && reasons[error.code]
      reject(reason ? new StartError(reason) : error)
    })
    server.listen(config.port, config.host, () => resolve(server.address() as AddressInfo))
  })
}

/** What was asked is still answered. */
export function stopServing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), 20_000)
    // A connection that gets its last answer is kept alive by its client, for another request that will not be served.
    const idle = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearTimeout(force)
      clearInterval(idle)
      resolve()
    })
  })
}
