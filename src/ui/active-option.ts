/** Moving through a list of options with the arrow keys while the focus stays where it is (`aria-activedescendant`). */
import { type KeyboardEvent, useState } from 'react'

/**
 * The option that a key leads to, or nothing for other keys. −1 is "none": what was typed stands for itself.
 * With `free`, going past either end comes to none first; otherwise it goes round.
 */
export function nextActive(key: string, active: number, count: number, free: boolean): number | undefined {
  if (count === 0) return undefined
  const first = free ? -1 : 0
  if (key === 'ArrowDown') return active >= count - 1 ? first : active + 1
  if (key === 'ArrowUp') return active <= first ? count - 1 : active - 1
  return undefined
}

export function useActiveOption(listId: string, count: number, free: boolean) {
  const [active, setActive] = useState(-1)
  const current = active < count ? active : -1
  const optionId = (index: number) => `${listId}-${index}`

  function activate(index: number) {
    setActive(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }

  /** True where the key was for the list. Enter presses the active option, link or button. */
  function onKeyDown(event: KeyboardEvent): boolean {
    // While a Japanese or Chinese word is being composed, the keys belong to the input method.
    if (event.nativeEvent.isComposing) return false
    if (event.key === 'Enter' && current >= 0) {
      event.preventDefault()
      document.getElementById(optionId(current))?.click()
      return true
    }
    const next = nextActive(event.key, current, count, free)
    if (next === undefined) return false
    event.preventDefault()
    activate(next)
    return true
  }

  return {
    active: current,
    activeId: current >= 0 ? optionId(current) : undefined,
    optionId,
    activate,
    onKeyDown,
  }
}
