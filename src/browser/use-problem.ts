// What is in the way of something that was pressed.
import { useEffect, useState } from 'react'

const AGAIN_MS = 5_000

/** As useState; `away`: the words that the shop cannot be reached, which are said until it answers again. */
export function useProblem(away: string) {
  const [problem, setProblem] = useState<string>()
  const isAway = problem === away
  useEffect(() => {
    if (!isAway) return
    const look = () => {
      // Who looks elsewhere has not read it yet.
      if (document.hidden) return
      fetch('/healthz', { method: 'HEAD', signal: AbortSignal.timeout(AGAIN_MS) }).then(
        ({ ok }) => ok && setProblem((now) => (now === away ? undefined : now)),
        () => undefined,
      )
    }
    const timer = setInterval(look, AGAIN_MS)
    return () => clearInterval(timer)
  }, [isAway, away])
  return [problem, setProblem] as const
}
