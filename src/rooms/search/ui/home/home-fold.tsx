import { useLocation } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'

/** Specification §9: a list of the home page shows five until it is asked for all. */
export const FOLD = 5

/** `most`: so many are there while it is folded; what is beyond five is for the widest screens. `id`: the list's heading. Without JavaScript a list is unfolded by the address: /?open=best-sellers. */
export function useFold<Item>(id: string, items: readonly Item[], most = FOLD) {
  const asked = useLocation({ select: ({ search }) => (search as { open?: unknown }).open === id })
  const [open, setOpen] = useState(asked)
  const section = useRef<HTMLElement>(null)

  function toggle() {
    setOpen(!open)
    // Folding takes away what was in sight: back to where the list begins.
    if (open) section.current?.scrollIntoView({ block: 'start' })
  }

  const shown = open ? items : items.slice(0, most)
  return { section: section as RefObject<HTMLElement>, open, shown, button: { id, count: items.length, open, toggle } }
}

type FoldButtonProps = ReturnType<typeof useFold>['button'] & { className?: string }

export function FoldButton({ id, count, open, toggle, className }: FoldButtonProps) {
  const t = useWords()
  if (count <= FOLD) return null
  const label = (
    <>
      {open ? t('home.showLess') : t('home.showMore', { count })}
      <ChevronDown size={16} aria-hidden="true" className={cx('transition-transform', open && 'rotate-180')} />
    </>
  )
  return (
    <span className={cx('shrink-0', className)}>
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        className="noscript:hidden"
        onClick={toggle}
      >
        {label}
      </Button>
      <noscript>
        <a href={open ? `/#${id}` : `/?open=${id}#${id}`} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {label}
        </a>
      </noscript>
    </span>
  )
}
