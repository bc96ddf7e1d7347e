// How often one client may do something that is dear but guards neither secrets nor stock: counted in this process's
// memory, minute by minute (decision A9). Bounded: more clients than this in one minute are counted together.
import { clientNetwork } from './client-address.ts'

const MOST_CLIENTS = 20_000

export class ClientLimit {
  #perMinute: number
  #counts = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one; the seconds until he may again when it is one too many, else 0. */
  count(address: string, now: number): number {
    const minute = Math.floor(now / 60_000)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts.clear()
    }
    const network = clientNetwork(address)
    const client = this.#counts.has(network) || this.#counts.size < MOST_CLIENTS ? network : 'all others'
    const count = (this.#counts.get(client) ?? 0) + 1
    this.#counts.set(client, count)
    return count > this.#perMinute ? 60 - Math.floor((now % 60_000) / 1000) : 0
  }
}
