// Hashes passwords in threads of their own, two at once and no more: many logins wait for each other, and the pages for none.
// Each network has a line of its own, and the lines take turns: a thousand logins of one wait behind each other, and in
// front of nobody else.
import { Worker } from 'node:worker_threads'
import { FairQueue, QueueFull } from '#platform/fair-queue.ts'
import { clientBlock } from '#platform/http/client-address.ts'
import { CallError } from '#platform/http/errors.ts'
import type { HashAnswer, HashTask } from './hash-worker.ts'

const AT_ONCE = 2
/** What waits longer than some ten seconds has been given up by its browser. */
const WAITING = 400
/** Of one network: more than an office or a school has at once. */
const WAITING_PER_NETWORK = 60
const RETRY_SECONDS = 5

/** Of a password that nobody has: comparing with it takes as long as with a member's. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$bm8gcGFzc3dvcmQgd2FzIGV2ZXIgaGFzaGVkIHRvIHQ'

export type Hashing = ReturnType<typeof createHashing>

/** `waiting`: places in all lines together. */
export function createHashing(waiting = WAITING) {
  const queue = new FairQueue({
    atOnce: AT_ONCE,
    atOncePerClient: AT_ONCE,
    waiting,
    waitingPerClient: WAITING_PER_NETWORK,
  })
  const idle: HashThread[] = []

  async function run(task: HashTask, address: string): Promise<string | boolean> {
    try {
      return await queue.run(clientBlock(address), async () => {
        const thread = idle.pop() ?? startThread()
        try {
          return await thread.run(task)
        } finally {
          if (thread.isAlive()) idle.push(thread)
        }
      })
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      const more = { retryAfterSeconds: RETRY_SECONDS }
      throw error.whose === 'client'
        ? new CallError(429, 'error.tooMany', more)
        : new CallError(503, 'error.unavailable', more)
    }
  }

  return {
    /** `address`: the client's. Throws 429 when its network's line is full, 503 when all are. */
    hash: async (password: string, address: string) => (await run({ password }, address)) as string,

    /** Takes as long where there is no hash, and answers false. Throws as `hash` does. */
    async verify(password: string, hash: string | null | undefined, address: string): Promise<boolean> {
      const same = (await run({ password, hash: hash ?? NOBODYS }, address)) as boolean
      return same && hash !== null && hash !== undefined
    },

    async close(): Promise<void> {
      await Promise.all(idle.splice(0).map((thread) => thread.end()))
    },
  }
}

type HashThread = ReturnType<typeof startThread>

function startThread() {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url))
  // An idle thread keeps no program running.
  worker.unref()
  let waiting: { resolve(answer: string | boolean): void; reject(error: Error): void } | undefined
  let alive = true
  const fail = (error: Error) => {
    alive = false
    waiting?.reject(error)
  }
  worker.on('message', ({ answer, failure }: HashAnswer) =>
    answer === undefined ? waiting?.reject(new Error(failure)) : waiting?.resolve(answer),
  )
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that hashes passwords has ended')))
  return {
    isAlive: () => alive,
    end: () => worker.terminate(),
    run: (task: HashTask) =>
      new Promise<string | boolean>((resolve, reject) => {
        waiting = { resolve, reject }
        worker.ref()
        worker.postMessage(task)
      }).finally(() => {
        waiting = undefined
        worker.unref()
      }),
  }
}
