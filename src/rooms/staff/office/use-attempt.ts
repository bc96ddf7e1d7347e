// Sent again after an answer that was lost, it is the same act; with other content it is another.
import { useRef } from 'react'
import { randomUuid } from '#platform/random-id.ts'

export function useAttempt() {
  const last = useRef<{ content: string; id: string }>(undefined)
  return {
    /** The id under which this content is sent: the last one, unless something else was sent under it. */
    idOf(content: unknown): string {
      const text = JSON.stringify(content)
      if (last.current?.content !== text) last.current = { content: text, id: randomUuid() }
      return last.current.id
    },
    /** It is done: the same content is another act from now on. */
    done() {
      last.current = undefined
    },
  }
}
