/**
 * Called when something has come to lie along the lower edge of the window: what a keyboard's user is at and is now behind it
 * moves above it (WCAG 2.4.11), by as much as the page's scroll padding asks. What is out of sight stays there.
 */
export function keepFocusClear(): void {
  const element = document.querySelector(':focus-visible')
  if (!element || element.closest('dialog, [popover]')) return
  const { top, bottom } = element.getBoundingClientRect()
  if (bottom > 0 && top < innerHeight) element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
