import { ChevronDown } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'

/** Specification §9: a list of the home page shows five until it is asked for all. */
const FOLD = 5

export function useFold<Item>(items: readonly Item[]) {
  const [open, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)

  function toggle() {
    setOpen(!open)
    // Folding takes away what was in sight: back to where the list begins.
    if (open) section.current?.scrollIntoView({ block: 'start' })
  }

  return { section: section as RefObject<HTMLElement>, open, shown: open ? items : items.slice(0, FOLD), toggle }
}

type FoldButtonProps = { controls: string; count: number; open: boolean; onPress: () => void; className?: string }

export function FoldButton({ controls, count, open, onPress, className }: FoldButtonProps) {
  const t = useWords()
  if (count <= FOLD) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-expanded={open}
      aria-controls={controls}
      className={cx('noscript:hidden', className)}
      onClick={onPress}
    >
      {open ? t('home.showLess') : t('home.showMore', { count })}
      <ChevronDown size={16} aria-hidden="true" className={cx('transition-transform', open && 'rotate-180')} />
    </Button>
  )
}
