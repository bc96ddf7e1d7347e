import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from './class-names.ts'
import { placePopover } from './popover-place.ts'

/** Spread on the `<button>` that opens it. */
export type PopoverTrigger = { popoverTarget: string; 'aria-haspopup'?: 'listbox' | 'dialog' }

type PopoverProps = {
  trigger: (wiring: PopoverTrigger) => ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
  /** Names the content for those who hear it. */
  label: string
  /** Which edge of the button it keeps to. */
  align?: 'start' | 'end'
  onOpenChange?: (open: boolean) => void
  className?: string
}

/**
 * Native popover: opens without JavaScript, closes on Escape, on a press outside, when the focus goes on and when one of its links
 * is followed.
 */
export function Popover({ trigger, children, label, align = 'start', onOpenChange, className }: PopoverProps) {
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const opener = `[popovertarget="${id}"]`
  const close = () => popover.current?.hidePopover()

  function changed(element: HTMLElement, open: boolean) {
    const anchor = document.querySelector<HTMLElement>(opener)
    if (open && anchor) placePopover(element, anchor, align)
    onOpenChange?.(open)
  }

  // It may have been opened before the page came alive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of what was there before
  useEffect(() => {
    if (popover.current?.matches(':popover-open')) changed(popover.current, true)
  }, [])

  return (
    <>
      {trigger({ popoverTarget: id })}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: follows links inside, whose Enter is a click too */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this holds links, lists, carts */}
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        data-align={align}
        className={cx('popover', className)}
        onToggle={(event) => {
          if (event.target === event.currentTarget) changed(event.currentTarget, event.newState === 'open')
        }}
        // It would cover what whoever goes on by keyboard comes to.
        onBlur={(event) => event.relatedTarget?.closest(`[id="${id}"],${opener}`) === null && close()}
        onClick={(event) => followsLink(event) && close()}
      >
        {typeof children === 'function' ? children(close) : children}
      </div>
    </>
  )
}

function followsLink(event: MouseEvent) {
  return event.target instanceof Element && event.target.closest('a[href]') !== null
}
