// Expensive work (a page, a picture) a few at a time, and fairly: who asks for much waits behind himself, not in front of
// everybody else. Bounded: what finds no place is refused at once, so that memory and waiting have an end.

export interface FairQueueOptions {
  /** Works under way at once, of all clients and of one. */
  atOnce: number
  atOncePerClient: number
  /** Works that wait, of all clients and of one. */
  waiting: number
  waitingPerClient: number
}

/** No place: `whose` line is full. */
export class QueueFull extends Error {
  whose: 'client' | 'all'
  constructor(whose: 'client' | 'all') {
    super('too much is waiting already')
    this.whose = whose
  }
}

/** Nobody waits for it any more, and it had not begun. */
export class NobodyWaits extends Error {}

interface Waiting {
  begin(): void
}

export class FairQueue {
  #options: FairQueueOptions
  #running = new Map<string, number>()
  #lines = new Map<string, Waiting[]>()
  #atWork = 0
  #waiting = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Nothing is under way and nothing waits. */
  get idle(): boolean {
    return this.#atWork === 0 && this.#waiting === 0
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Throws QueueFull, or NobodyWaits when `signal` says so before the work's turn has come. */
  run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(new NobodyWaits())
    if (this.#mayBegin(client)) return this.#begin(client, work)
    const line = this.#lines.get(client) ?? []
    if (line.length >= this.#options.waitingPerClient) return Promise.reject(new QueueFull('client'))
    if (this.#waiting >= this.#options.waiting) return Promise.reject(new QueueFull('all'))
    return new Promise<T>((resolve, reject) => {
      const entry: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', giveUp)
          this.#begin(client, work).then(resolve, reject)
        },
      }
      const giveUp = () => {
        this.#leave(client, entry)
        reject(new NobodyWaits())
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      line.push(entry)
      this.#lines.set(client, line)
      this.#waiting++
    })
  }

  #mayBegin(client: string): boolean {
    return this.#atWork < this.#options.atOnce && (this.#running.get(client) ?? 0) < this.#options.atOncePerClient
  }

  async #begin<T>(client: string, work: () => Promise<T>): Promise<T> {
    this.#atWork++
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1)
    try {
      return await work()
    } finally {
      this.#atWork--
      const left = this.#running.get(client)! - 1
      if (left > 0) this.#running.set(client, left)
      else this.#running.delete(client)
      this.#next()
    }
  }

  /** The client who has waited longest since his last turn is next; then he stands behind the others. */
  #next() {
    for (const [client, line] of this.#lines) {
      if (this.#atWork >= this.#options.atOnce) return
      if (!this.#mayBegin(client)) continue
      const entry = line.shift()!
      this.#waiting--
      this.#lines.delete(client)
      if (line.length > 0) this.#lines.set(client, line)
      entry.begin()
    }
  }

  #leave(client: string, entry: Waiting) {
    const line = this.#lines.get(client)
    const at = line?.indexOf(entry) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    this.#waiting--
    if (line.length === 0) this.#lines.delete(client)
  }
}
