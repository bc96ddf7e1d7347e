// Under what a client is counted (decision A9): his network and, of IPv6, the block around it, of whose networks he may have all.
// How often he may do something that is dear but guards neither secrets nor stock: counted in this process's memory, minute by minute.
import { clientNetwork, clientSite } from './client-address.ts'

/** What all networks of a block have together, in allowances of one. */
const BLOCK_TIMES = 4
/** Networks beyond this in one minute are counted by their blocks alone, blocks beyond it together. */
const MOST_CLIENTS = 20_000

/**
 * Counts one of a client wherever `count` does: under his network, and under the block around an IPv6 one, which has more. `count`
 * throws when it is one too many; what a network is refused does not count for its block: the neighbours have done nothing.
 */
export async function countClient(
  address: string,
  most: number,
  count: (name: string, most: number) => Promise<void>,
): Promise<void> {
  const [network, block] = [clientNetwork(address), clientSite(address)]
  await count(network, most)
  if (block !== network) await count(block, most * BLOCK_TIMES)
}

export class ClientLimit {
  #perMinute: number
  #networks = new Map<string, number>()
  #blocks = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one; the seconds until he may again when it is one too many, else 0. */
  count(address: string, now: number): number {
    this.#forgetPast(now)
    return this.#isOver(address) ? untilNext(now) : 0
  }

  /** Counts none: the seconds until he may again when the next would be one too many, else 0. */
  wait(address: string, now: number): number {
    this.#forgetPast(now)
    const [network, block] = [clientNetwork(address), clientSite(address)]
    if ((this.#networks.get(network) ?? 0) >= this.#perMinute) return untilNext(now)
    // An address of IPv4 is one client; its neighbours are others.
    if (block === network && hasPlace(this.#networks, network)) return 0
    const ofBlock = this.#blocks.get(hasPlace(this.#blocks, block) ? block : OTHERS) ?? 0
    return ofBlock >= this.#perMinute * BLOCK_TIMES ? untilNext(now) : 0
  }

  #forgetPast(now: number): void {
    const minute = Math.floor(now / 60_000)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#networks.clear()
    this.#blocks.clear()
  }

  /** What a network is refused does not count for its block: the neighbours have done nothing. */
  #isOver(address: string): boolean {
    const network = clientNetwork(address)
    if (hasPlace(this.#networks, network) && add(this.#networks, network) > this.#perMinute) return true
    const block = clientSite(address)
    // An address of IPv4 is one client; its neighbours are others.
    if (block === network && this.#networks.has(network)) return false
    return add(this.#blocks, hasPlace(this.#blocks, block) ? block : OTHERS) > this.#perMinute * BLOCK_TIMES
  }
}

const OTHERS = 'all others'
const untilNext = (now: number) => 60 - Math.floor((now % 60_000) / 1000)
const hasPlace = (counts: Map<string, number>, name: string) => counts.has(name) || counts.size < MOST_CLIENTS

function add(counts: Map<string, number>, name: string): number {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  return count
}
