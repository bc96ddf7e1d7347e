// Keys of one letter can be in the way of whoever speaks to his browser: they can be switched off (WCAG 2.1.4).
const KEPT = 'office-shortcuts'

export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEPT) !== 'off'
  } catch {
    return true
  }
}

export function switchShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEPT)
    else localStorage.setItem(KEPT, 'off')
  } catch {
    // Storage can be forbidden; then they stay as they are.
  }
}
