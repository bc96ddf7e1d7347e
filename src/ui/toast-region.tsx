import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './class-names.ts'
import { dismissToast, type Toast, toastStore } from './toast.ts'

type ToastRegionProps = {
  label: string
  closeLabel: string
  /** What the page says itself, and a dialog over it hides. */
  inDialog?: ReactNode
}

/** Milliseconds. Long enough to read twice and press Undo; failures stay until they are closed. */
const stay = { plain: 6000, good: 6000, bad: undefined }

/**
 * Once per page. It lies in the top layer, and moves into a dialog when that opens: everything outside a modal dialog is
 * inert, Undo could not be pressed, and what came into it would not be heard.
 */
export function ToastRegion({ label, closeLabel, inDialog }: ToastRegionProps) {
  const sent = useSyncExternalStore(toastStore.subscribe, toastStore.current, toastStore.onServer)
  // In the page before its first words: what comes together with them is not heard.
  const [isThere, setIsThere] = useState(false)
  useEffect(() => setIsThere(true), [])
  const toasts = isThere ? sent : NOTHING
  const [dialog, setDialog] = useState<Element>()
  const region = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is a moment to look, too: a dialog may have gone unheard
  useEffect(() => {
    const settle = () => setDialog([...document.querySelectorAll('dialog:modal')].at(-1))
    settle()
    // A dialog takes the focus when it opens and gives it back when it closes, or only says so where nothing takes it.
    const moments = ['focusin', 'close']
    for (const moment of moments) document.addEventListener(moment, settle, true)
    return () => {
      for (const moment of moments) document.removeEventListener(moment, settle, true)
    }
  }, [newest])

  // Shown anew for each message: what came last into the top layer is in front.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `newest` and `dialog` are the moments, not values used
  useEffect(() => {
    const element = region.current
    // Its dialog went together with what was asked in it; the effect above has found another place.
    if (!element?.isConnected) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
    const { style } = document.documentElement
    style.setProperty('--toasts-height', newest === undefined ? '0px' : `${element.offsetHeight}px`)
  }, [newest, dialog])

  const section = (
    <section
      ref={region}
      popover="manual"
      aria-label={label}
      className="toasts pointer-events-none fixed m-0 w-auto overflow-visible bg-transparent"
    >
      {dialog && inDialog}
      <ol aria-live="polite" className="flex flex-col gap-2 not-first:mt-2">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} />
        ))}
      </ol>
    </section>
  )
  return dialog ? createPortal(section, dialog) : section
}

function ToastItem({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [held, setHeld] = useState(false)
  const { id, message, tone, action } = toast

  useEffect(() => {
    const duration = stay[tone]
    if (held || duration === undefined) return
    const timer = setTimeout(() => dismissToast(id), duration)
    return () => clearTimeout(timer)
  }, [held, id, tone])

  return (
    <li
      className="toast pointer-events-auto flex flex-wrap items-center justify-end gap-x-1 rounded-card border border-line bg-float py-1 ps-4 pe-1 text-ink shadow-float"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span aria-hidden="true" className={cx('me-2 size-2 shrink-0 rounded-full', dots[tone])} />
      <p role={tone === 'bad' ? 'alert' : undefined} className="min-w-0 flex-[1_1_6rem] py-2">
        {message}
      </p>
      {action && (
        <button
          type="button"
          className={cx(inside, 'px-3 font-medium text-accent-ink')}
          onClick={() => {
            dismissToast(id)
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        className={cx(inside, 'w-9 text-muted')}
        onClick={() => dismissToast(id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  )
}

const NOTHING: readonly Toast[] = []

const dots = { plain: 'bg-control', good: 'bg-good', bad: 'bg-bad' }

const inside = 'touch-target grid min-h-9 shrink-0 place-items-center rounded-control transition-colors hover:bg-tint'
