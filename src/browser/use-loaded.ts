// What a page shows of one person: asked for in the browser, once the page is alive.
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused } from './calls.ts'

export interface Loaded<T> {
  /** The last answer, also while it is asked for anew, and where that fails; where another question fails there is none. */
  data: T | undefined
  /** What was refused, or that nobody answered; undefined while all is well. Beside `data`: this is from before. */
  problem: CallRefused | undefined
  loading: boolean
  /** Asks again. */
  reload(): void
  /** Shows this until the next answer: what a press has changed already. */
  show(data: T): void
}

interface State<T> {
  data?: T
  /** The question that `data` answers. */
  of?: string
  problem?: CallRefused | undefined
  loading: boolean
}

/**
 * Asks when the page comes and whenever `question` is another; an answer that was overtaken by a later question is dropped.
 * useLoaded(`addresses ${page}`, (signal) => call('GET /api/profile/address', { query: { pageNum: page } }, { signal }))
 */
export function useLoaded<T>(question: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({ loading: true })
  const asking = useRef<AbortController>(undefined)
  const asked = useRef(load)
  asked.current = load
  const about = useRef(question)
  about.current = question

  const reload = useCallback(() => {
    asking.current?.abort()
    const mine = new AbortController()
    asking.current = mine
    const of = about.current
    const end = (next: (before: State<T>) => Omit<State<T>, 'loading'>) => {
      if (asking.current === mine && !mine.signal.aborted) setState((before) => ({ ...next(before), loading: false }))
    }
    // That it is from before stays said until there is an answer.
    setState((before) => ({ ...before, problem: before.of === of ? before.problem : undefined, loading: true }))
    asked.current(mine.signal).then(
      (data) => end(() => ({ data, of })),
      (error) => {
        const problem = error instanceof CallRefused ? error : new CallRefused(0, 'error.unexpected')
        end((before) => (before.of === of ? { ...before, problem } : { problem }))
      },
    )
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is asked, whatever it is
  useEffect(() => {
    reload()
    return () => asking.current?.abort()
  }, [question, reload])

  const show = useCallback((data: T) => setState((before) => ({ ...before, data })), [])
  return { data: state.data, problem: state.problem, loading: state.loading, reload, show }
}
