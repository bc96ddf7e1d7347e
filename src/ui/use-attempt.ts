// Sent again after an answer that was lost, it is the same act; with other content it is another.
import { useRef } from 'react'
import { randomUuid } from '#platform/random-id.ts'
import { readTyped, writeTyped } from './typed-here.ts'

interface Attempt {
  content: string
  id: string
}

/** Somebody's, as drafts are. */
const keptAs = (name: string) => `draft:attempt ${name}`

/** `name`: under which it is kept in this tab, for another page and after a reload. */
export function useAttempt(name?: string) {
  const last = useRef<Attempt>(undefined)
  return {
    /** The id under which this content is sent: the last one, unless something else was sent under it. `id`: it changes what was sent under that one. */
    idOf(content: unknown, id?: string): string {
      const text = JSON.stringify(content)
      const known = last.current ?? (name ? (readTyped(keptAs(name)) as Attempt | undefined) : undefined)
      const attempt = known?.content === text ? known : { content: text, id: id ?? randomUuid() }
      last.current = attempt
      if (name) writeTyped(keptAs(name), attempt)
      return attempt.id
    },
    /** It is done: the same content is another act from now on. */
    done() {
      last.current = undefined
      if (name) forgetAttempt(name)
    },
  }
}

/** Under which id something was sent last from this tab and not heard of, also before the page was loaded anew. */
export const unheardOf = (name: string) => (readTyped(keptAs(name)) as Attempt | undefined)?.id

/** It is done; the page that did it still knows it. */
export const forgetAttempt = (name: string) => writeTyped(keptAs(name), undefined)
