/** What dialogs and drawers share: a native `<dialog>`, which brings the focus back, makes the ground inert and closes on Escape. */
import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

export type ModalProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  closeLabel: string
  children: ReactNode
  /** Stays in sight below the content that scrolls. */
  footer?: ReactNode
  /** A press outside closes it. Say no where typed text would be lost. */
  lightDismiss?: boolean
  /** Lets a button open it before any script has run, by `commandfor`. */
  id?: string
}

export function Modal({
  open,
  onOpenChange,
  title,
  closeLabel,
  children,
  footer,
  lightDismiss = true,
  id,
  className,
  lined,
}: ModalProps & { className: string; lined: boolean }) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const adopted = useRef(false)
  const tell = useRef(onOpenChange)

  useEffect(() => {
    tell.current = onOpenChange
  })

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // Opened by a native invoker before this code ran: take that over instead of shutting it.
    const openedEarly = !adopted.current && element.open && !open
    adopted.current = true
    if (openedEarly) tell.current(true)
    else if (open && !element.open) element.showModal()
    else if (!open && element.open) element.close()
  }, [open])

  // Closed before it leaves the page: only then the browser gives the focus back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  // Heard before it closes: `close` comes a moment later, and whatever opened it again in between would be lost.
  function follow({ type, target, currentTarget, defaultPrevented }: SyntheticEvent<HTMLDialogElement>) {
    // A file picker within that is left sends a `cancel`, too.
    const isLeft = type === 'cancel' && target === currentTarget && !defaultPrevented
    if (open === (isLeft || !currentTarget.open)) onOpenChange(!open)
  }

  // Browsers without `closedby`: a press on the backdrop reaches the dialog itself, outside its box.
  function pressed(event: MouseEvent<HTMLDialogElement>) {
    const element = event.currentTarget
    if (!lightDismiss || 'closedBy' in HTMLDialogElement.prototype || event.target !== element) return
    const box = element.getBoundingClientRect()
    const inside =
      event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
    if (!inside) element.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog}
      id={id}
      aria-labelledby={titleId}
      closedby={lightDismiss ? 'any' : 'closerequest'}
      className={cx('modal', className)}
      onToggle={follow}
      onCancel={follow}
      onClose={follow}
      onClick={pressed}
    >
      <div className="flex max-h-[inherit] min-h-full flex-col">
        <div className={cx('flex items-center justify-between gap-3 py-2 ps-5 pe-2', lined && 'border-b border-line')}>
          <h2 id={titleId} className="min-w-0 py-1.5 text-lg">
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={() => dialog.current?.close()}>
            <X size={20} />
          </IconButton>
        </div>
        <div className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5', lined && 'pt-5')}>
          {children}
        </div>
        {footer && <div className={cx('px-5 pb-4', lined && 'border-t border-line pt-4')}>{footer}</div>}
      </div>
    </dialog>
  )
}
