// The keys of every list: `/` leads to its search, `j` and `k` from row to row. Where one types they are letters.
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { areShortcutsOn } from './shortcuts.ts'

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

/** For the keys that are pressed within a list: the links of its rows are those with `data-row`, as the arrows go through them. */
export function moveByRows(event: KeyboardEvent<HTMLElement>) {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-row]')].filter(
    (link) => link.offsetParent !== null,
  )
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  event.preventDefault()
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
}
