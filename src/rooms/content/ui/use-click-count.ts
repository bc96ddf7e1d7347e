import { useEffect, useState } from 'react'
import { call } from '#browser/calls.ts'
import { withClicks } from '../wire.ts'

/**
 * Counts this reader, once per showing, and answers how many there have been. The page itself comes from a cache, so the
 * browser tells; until it has, the count is the page's.
 */
export function useClickCount({ id, clicks }: { id: number; clicks: number }): number {
  const [counted, setCounted] = useState({ id, clicks })
  useEffect(() => {
    let shown = true
    call('POST /api/bottom/news/{id}/click', { params: { id } }).then(
      (answer) => shown && setCounted({ id, ...withClicks(answer) }),
      // A reader who is not counted is still a reader.
      () => {},
    )
    return () => {
      shown = false
    }
  }, [id])
  return counted.id === id ? Math.max(counted.clicks, clicks) : clicks
}
