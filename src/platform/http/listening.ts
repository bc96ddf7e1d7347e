// Listening at an address that the operator chose.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from '../start-error.ts'

export interface Address {
  /** 0: one that is free. */
  port: number
  host: string
  /** The variables that say so, for whoever must change them. */
  variables: { port: string; host: string }
}

/** Answers where it listens. Throws StartError, which names the variable, for what the operator can mend. */
export function listenAt(server: Server, { port, host, variables }: Address): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `${variables.port}: ${port} is taken by another program`,
        EACCES: `${variables.port}: ${port} may not be opened by this user`,
        EADDRNOTAVAIL: `${variables.host}: ${host} is no address of this machine`,
        ENOTFOUND: `${variables.host}: ${host} is not known`,
        EAI_AGAIN: `${variables.host}: ${host} is not known`,
      }
      const reason = error.code && reasons[error.code]
      reject(reason ? new StartError(reason) : error)
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}
