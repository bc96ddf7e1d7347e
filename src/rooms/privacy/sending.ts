// Archives on their way: so many at once, one of a member, and none for ever.
import { FairQueue, QueueFull } from '#platform/fair-queue.ts'
import { CallError } from '#platform/http/errors.ts'

/** Each has one file of 5 MB in memory, and what the connection holds of it. */
const AT_ONCE = 8
const MOST_MS = 10 * 60_000
const RETRY_SECONDS = 30

type Bytes = Uint8Array<ArrayBuffer>

export function createSending({ atOnce = AT_ONCE, mostMs = MOST_MS } = {}) {
  // Nobody waits: who is refused tries again, and no connection stands idle.
  const places = new FairQueue({ atOnce, atOncePerClient: 1, waiting: 0, waitingPerClient: 0 })

  return {
    /** The pieces as they are asked for. Throws 429 while this member gets another, or too many get theirs. */
    async begin(memberId: string, pieces: AsyncGenerator<Bytes>): Promise<ReadableStream<Bytes>> {
      const ended = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      places
        .run(memberId, () => {
          begun.resolve()
          return ended.promise
        })
        .catch(begun.reject)
      await begun.promise.catch((error) => {
        if (!(error instanceof QueueFull)) throw error
        throw new CallError(429, 'error.tooMany', { retryAfterSeconds: RETRY_SECONDS })
      })
      return streamOf(pieces, mostMs, ended.resolve)
    },
  }
}

/** Who reads so slowly that time is over gets no more. `ended` is called once or several times. */
function streamOf(pieces: AsyncGenerator<Bytes>, mostMs: number, ended: () => void): ReadableStream<Bytes> {
  let timer: NodeJS.Timeout
  const end = () => {
    clearTimeout(timer)
    ended()
  }
  return new ReadableStream<Bytes>(
    {
      start(controller) {
        timer = setTimeout(() => {
          controller.error(new Error('an archive was not taken in time'))
          ended()
          void pieces.return(undefined)
        }, mostMs)
        timer.unref()
      },
      async pull(controller) {
        try {
          const { value, done } = await pieces.next()
          if (!done) return controller.enqueue(value)
          end()
          controller.close()
        } catch (error) {
          end()
          throw error
        }
      },
      async cancel() {
        end()
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
