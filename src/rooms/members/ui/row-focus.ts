// Where the focus goes on when what held it leaves the page: else it is nowhere, and the keyboard begins anew at the top.
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const CONTROLS = 'a[href]:not([tabindex="-1"]), button:enabled, input:enabled'
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/** To the heading of what stands there, or of the page, which takes the focus (`tabIndex={-1}`). */
export const focusHeading = (heading?: HTMLElement | null) =>
  (heading ?? document.querySelector<HTMLElement>('main h1'))?.focus()

/**
 * For a list whose rows can be taken away, by a component that stays when the list goes with its last one:
 * `<ul {...useRowFocus()}>`. From a row that has gone the focus goes to the same control of the next one, else of the one
 * before, else to the heading.
 */
export function useRowFocus(heading?: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLUListElement>(null)
  const held = useRef<{ control: Element; row: number; fromEnd: number }>(undefined)
  useLayoutEffect(() => {
    const before = held.current
    if (!before || before.control.isConnected) return
    held.current = undefined
    // It has been taken on from there.
    if (document.activeElement && document.activeElement !== document.body) return
    const rows = [...(ref.current?.children ?? [])]
    const row = rows[before.row] ?? rows.at(-1)
    const next = row && controlsOf(row).at(-before.fromEnd)
    if (next) next.focus()
    else focusHeading(heading?.current)
  })
  return {
    ref,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = [...(ref.current?.children ?? [])].findIndex((one) => one.contains(target))
      const controls = controlsOf(ref.current?.children[row] ?? target)
      const at = controls.indexOf(target)
      if (at >= 0) held.current = { control: target, row, fromEnd: controls.length - at }
    },
  }
}
