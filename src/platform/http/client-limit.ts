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
    return this.take(address, now).wait
  }

  /** As `count`; what turns out to be none is given back. */
  take(address: string, now: number): { wait: number; giveBack(): void } {
    const minute = Math.floor(now / 60_000)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#networks.clear()
      this.#blocks.clear()
    }
    const counted: [Map<string, number>, string][] = []
    const isOver = this.#isOver(address, (counts, name) => {
      counted.push([counts, name])
      return add(counts, name, 1)
    })
    const giveBack = () => {
      if (this.#minute === minute) for (const [counts, name] of counted.splice(0)) add(counts, name, -1)
    }
    return { wait: isOver ? 60 - Math.floor((now % 60_000) / 1000) : 0, giveBack }
  }

  /** What a network is refused does not count for its block: the neighbours have done nothing. */
  #isOver(address: string, one: (counts: Map<string, number>, name: string) => number): boolean {
    const network = clientNetwork(address)
    if (hasPlace(this.#networks, network) && one(this.#networks, network) > this.#perMinute) return true
    const block = clientSite(address)
    // An address of IPv4 is one client; its neighbours are others.
    if (block === network && this.#networks.has(network)) return false
    return one(this.#blocks, hasPlace(this.#blocks, block) ? block : 'all others') > this.#perMinute * BLOCK_TIMES
  }
}

const hasPlace = (counts: Map<string, number>, name: string) => counts.has(name) || counts.size < MOST_CLIENTS

function add(counts: Map<string, number>, name: string, some: number): number {
  const count = (counts.get(name) ?? 0) + some
  counts.set(name, count)
  return count
}
