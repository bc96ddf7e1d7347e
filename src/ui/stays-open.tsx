import { useEffect, useRef } from 'react'

/**
 * Within a dialog: as long as something is under way, neither Escape nor its button closes it. What is under way happens all the
 * same, and whoever closed the question would take it for called off.
 */
export function StaysOpen({ during }: { during: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const dialog = place.current?.closest('dialog')
    if (!during || !dialog) return
    const ended = new AbortController()
    const closedBy = dialog.getAttribute('closedby') ?? 'closerequest'
    dialog.setAttribute('closedby', 'none')
    // Before the dialog tells that it closes, or was closed.
    const first = { signal: ended.signal, capture: true }
    dialog.addEventListener('cancel', (event) => event.preventDefault(), first)
    for (const sign of ['close', 'toggle'])
      dialog.addEventListener(sign, () => dialog.open || !dialog.isConnected || dialog.showModal(), first)
    return () => {
      ended.abort()
      dialog.setAttribute('closedby', closedBy)
    }
  }, [during])
  return <span ref={place} hidden />
}
