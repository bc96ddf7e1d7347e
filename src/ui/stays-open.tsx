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
    dialog.addEventListener('cancel', (event) => event.preventDefault(), { signal: ended.signal })
    // Before the dialog tells that it was closed.
    for (const sign of ['close', 'toggle'])
      dialog.addEventListener(sign, () => dialog.open || !dialog.isConnected || dialog.showModal(), {
        signal: ended.signal,
        capture: true,
      })
    return () => {
      ended.abort()
      dialog.setAttribute('closedby', closedBy)
    }
  }, [during])
  return <span ref={place} hidden />
}
