/**
 * Puts an open popover below (or above) the button that opened it, where the browser does not know CSS anchors
 * (before Chrome 129, Safari 26, Firefox 147). Elsewhere layers.css does it and this does nothing.
 */
export function placePopover(popover: HTMLElement, anchor: HTMLElement, align: 'start' | 'end') {
  if (CSS.supports('position-area', 'block-end')) return
  const gap = 6
  const edge = 8
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const toLeft = (align === 'end') !== (getComputedStyle(anchor).direction === 'rtl')
  const left = toLeft ? at.right - width : at.left
  const below = at.bottom + gap
  const above = at.top - gap - height
  const top = below + height > innerHeight - edge && above > edge ? above : below
  popover.style.margin = '0'
  popover.style.inset = `${top}px auto auto ${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`
}
