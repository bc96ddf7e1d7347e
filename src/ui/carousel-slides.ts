/** Which slide of a snapping row is in view, and how to get to another. */
import { useCallback, useEffect, useRef, useState } from 'react'

export function useSlides(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState(0)

  useEffect(() => {
    const row = track.current
    if (!row || count < 2) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) setActive([...row.children].indexOf(entry.target))
        }
      },
      { root: row, threshold: 0.6 },
    )
    for (const slide of row.children) observer.observe(slide)
    return () => observer.disconnect()
  }, [count])

  /** Any whole number: before the first comes the last. A step slides, going round fades. */
  const show = useCallback(
    (index: number) => {
      const row = track.current
      const target = row?.children[wrap(index, count)]
      const first = row?.firstElementChild
      if (!row || !(target instanceof HTMLElement) || !(first instanceof HTMLElement)) return
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      const round = index !== wrap(index, count)
      // Measured from the first slide, which makes it negative in right-to-left rows, as scrollLeft is.
      row.scrollTo({ left: target.offsetLeft - first.offsetLeft, behavior: calm || round ? 'instant' : 'smooth' })
      if (round && !calm) row.animate({ opacity: [0, 1] }, { duration: 200, easing: 'ease-out' })
    },
    [count],
  )

  return { track, active, show }
}

/** An index that goes round: −1 is the last of `count`. */
export function wrap(index: number, count: number): number {
  return ((index % count) + count) % count
}
