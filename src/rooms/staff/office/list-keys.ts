// Keys in lists: `/` leads to the search, `j` and `k` go from row to row, as the arrows do.
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { areShortcutsOn } from './shortcuts.ts'

/** Where one types it is a letter. */
export function useSlash(work: () => void) {
  const latest = useRef(work)
  latest.current = work
  // With what is seen: whoever sees the search can press the key.
  useLayoutEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')
      if (event.key !== '/' || !areShortcutsOn() || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** The rows of whichever list is shown. */
const ROWS = 'main :is(a[data-order], a[data-item], a[data-product], a[data-batch], a[data-mail], a[data-person])'

/** Whether there is one. From there on `moveBetween` goes on. */
export function focusFirstRow(): boolean {
  const first = [...document.querySelectorAll<HTMLAnchorElement>(ROWS)].find((link) => link.checkVisibility())
  first?.focus()
  return first !== undefined
}

/** `j` begins at the first row, wherever one is on the page of a list. */
export function useFirstRow() {
  useLayoutEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const busy =
        event.target instanceof HTMLElement && event.target.closest(`input, textarea, select, dialog, ${ROWS}`)
      if (event.key !== 'j' || !areShortcutsOn() || busy || event.ctrlKey || event.metaKey || event.altKey) return
      if (focusFirstRow()) event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** From one of the links that `selector` names to the next; for the element around them. */
export function moveBetween(event: KeyboardEvent<HTMLElement>, selector: string) {
  const letters: Record<string, number> = areShortcutsOn() ? { j: 1, k: -1 } : {}
  const step = { ...letters, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select')
  if (!step || typing || event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>(selector)].filter((link) =>
    link.checkVisibility(),
  )
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  event.preventDefault()
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
}
