// The address that the shop calls its own. With PUBLIC_URL, or listening at one address, it is that. A demo shop that
// listens at all addresses of its machine is called by whatever name each visitor has for it: what his request says, and
// outside of any request (a mail) the machine's first address on a network. One that only its own machine reaches is called
// by the names that every machine has for itself, for a browser keeps the cookies of each apart.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'

export interface Origin {
  /** https://shop.example, as the request under way calls it. */
  (): string
  /** One origin for everybody; for what outlives a request. */
  fixed(): string
  /** Where this process can be reached from its own machine. */
  local(): string
  /** Whether this host (`shop.example`) is meant to be the shop: what it is called now, or another of its own machine's names for it. */
  isCalled(host: string): boolean
  /** Told once the server listens. */
  listensAt(address: AddressInfo): void
  /** Does the work of a request under the name by which its sender knows the shop. */
  within(req: IncomingMessage, work: () => void): void
}

const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
const OWN_MACHINE = new Set(['127.0.0.1', '::1'])
const WILDCARDS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

export function createOrigin(publicUrl: string | undefined): Origin {
  const asked = new AsyncLocalStorage<string>()
  let [fixed, local, everywhere] = [publicUrl ?? '', '', false]
  let ownNames: readonly string[] = []
  return Object.assign(() => asked.getStore() ?? fixed, {
    fixed: () => fixed,
    local: () => local,
    isCalled: (host: string) => host === new URL(asked.getStore() ?? fixed).host || ownNames.includes(host),
    listensAt({ address, family, port }: AddressInfo) {
      const loopback = WILDCARDS[address]
      everywhere = loopback !== undefined && publicUrl === undefined
      local = `http://${loopback ?? (family === 'IPv6' ? `[${address}]` : address)}:${port}`
      if (OWN_MACHINE.has(address) && publicUrl === undefined)
        ownNames = ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).host)
      fixed ||= everywhere ? `http://${firstAddress() ?? loopback}:${port}` : local
    },
    within(req: IncomingMessage, work: () => void) {
      const host = req.headers.host?.toLowerCase()
      if (host && (everywhere ? HOST.test(host) : ownNames.includes(host))) asked.run(`http://${host}`, work)
      else work()
    },
  })
}

function firstAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
