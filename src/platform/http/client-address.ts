// Whose address a request comes from, and under which address it is counted.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket, SocketAddress } from 'node:net'

/** The client's address: the socket's, or the last hop that a listed proxy vouches for. Nobody else's header counts. */
export function clientAddress(trusted: string[]): (req: IncomingMessage) => string {
  const isProxy = among(trusted)
  return (req) => {
    let address = plainAddress(req.socket.remoteAddress ?? '') ?? 'unknown'
    if (!isProxy(address)) return address
    const hops = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean)
    while (hops.length > 0 && isProxy(address)) {
      const named = plainAddress(hops.pop()!)
      // A name that is no address tells nobody apart: whatever it says, it is the proxy's own.
      if (named === undefined) return address
      address = named
    }
    return address
  }
}

/** Whose a connection is, as `clientSite` tells clients apart; undefined: a listed proxy's, so that it may be anybody's. */
export function connectionClient(trusted: string[]): (socket: Pick<Socket, 'remoteAddress'>) => string | undefined {
  const isProxy = among(trusted)
  return ({ remoteAddress }) => {
    const address = plainAddress(remoteAddress ?? '')
    return address === undefined || isProxy(address) ? undefined : clientSite(address)
  }
}

/** The country that a listed proxy names in the header of that name (decision A13): ISO 3166, two letters. */
export function clientCountry(
  trusted: string[],
  header: string | undefined,
): (req: IncomingMessage) => string | undefined {
  const isProxy = among(trusted)
  return (req) => {
    if (!header || !isProxy(plainAddress(req.socket.remoteAddress ?? '') ?? '')) return undefined
    const code = String(req.headers[header] ?? '').toUpperCase()
    // XX and T1 are what proxies say for "unknown" and for Tor.
    return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : undefined
  }
}

function among(addresses: string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => false
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return (address) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * What limits count under: IPv4 whole, IPv6 by its /64, which is what one household or server has and may change in at will.
 */
export function clientNetwork(address: string): string {
  const plain = plainAddress(address)
  if (plain === undefined || isIP(plain) !== 6) return plain ?? address
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

/**
 * What networks are part of that have something together, such as a long line: the /24 of an IPv4 address,
 * the /56 of an IPv6 one. An attacker commonly has a whole such block.
 */
export function clientBlock(address: string): string {
  const plain = plainAddress(address)
  if (plain === undefined) return address
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [a, b, c, d = '0'] = groupsOf(plain)
  return `${a}:${b}:${c}:${(Number.parseInt(d, 16) & 0xff00).toString(16)}::/56`
}

/**
 * Who waits in one line for pages, pictures and lists: an IPv4 address, the /56 of an IPv6 one, whose networks one customer has
 * and may change in at will. A /24 would put 256 strangers into a line of few places.
 */
export function clientSite(address: string): string {
  const plain = plainAddress(address)
  return plain === undefined || isIP(plain) === 4 ? (plain ?? address) : clientBlock(plain)
}

/** What may be shown of an address to tell places apart: the network of some hundred customers of a provider, `203.0.113.*`. */
export function maskedAddress(address: string): string {
  const plain = plainAddress(address)
  if (plain === undefined) return ''
  return isIP(plain) === 6
    ? `${groupsOf(plain).slice(0, 3).join(':')}:*`
    : `${plain.split('.').slice(0, 3).join('.')}.*`
}

/** Without port, brackets and zone, in one spelling; IPv4 in IPv6 as IPv4. Undefined: no address. */
function plainAddress(said: string): string | undefined {
  const bare = (/^\[([^\]]*)\](?::\d{1,5})?$/.exec(said)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(said)?.[1] ?? said).replace(
    /%.*$/,
    '',
  )
  const family = isIP(bare)
  if (family === 0) return undefined
  if (family === 4) return bare
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** `2001:db8::1` as its eight groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [left, right] = [groups(head), groups(tail)]
  return tail === undefined
    ? left
    : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
}
