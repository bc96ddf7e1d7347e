/**
 * Called when something has come to lie along the lower edge of the window: what a keyboard's user is at and is now behind it
 * moves above it (WCAG 2.4.11), by as much as the page's scroll padding asks. What is out of sight stays there, and so does
 * a place that only scripts lead to, such as a page's content at its beginning.
 */
export function keepFocusClear(): void {
  const element = document.querySelector<HTMLElement>(':focus-visible')
  if (!element || element.tabIndex < 0 || element.closest('dialog, [popover]')) return
  const { top, bottom } = element.getBoundingClientRect()
  if (bottom > 0 && top < innerHeight) element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
