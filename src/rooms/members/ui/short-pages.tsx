// From page to page of a short list within a page.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { useMemberWords } from './words.ts'

type PagesProps = {
  page: number
  size: number
  /** Undefined where this page could not be loaded: then it is the last one that is known. */
  total: number | undefined
  onPage: (page: number) => void
}

export function Pages({ page, size, total, onPage }: PagesProps) {
  const t = useMemberWords()
  const last = total === undefined ? page : Math.ceil(total / size)
  if (last <= 1) return null
  return (
    <div className="mt-3 flex items-center justify-center gap-2">
      <Step label={t('security.previous')} isEnd={page <= 1} onPress={() => onPage(page - 1)}>
        <ChevronLeft size={18} className="flip-rtl" aria-hidden="true" />
      </Step>
      <p className="figures text-sm text-muted">
        <bdi dir="ltr">
          {page} / {last}
        </bdi>
      </p>
      <Step label={t('security.next')} isEnd={page >= last} onPress={() => onPage(page + 1)}>
        <ChevronRight size={18} className="flip-rtl" aria-hidden="true" />
      </Step>
    </div>
  )
}

type StepProps = { label: string; isEnd: boolean; onPress: () => void; children: ReactNode }

/** At the end it stays the button that has the focus, and does nothing. */
function Step({ label, isEnd, onPress, children }: StepProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={isEnd || undefined}
      className="aria-disabled:bg-transparent aria-disabled:text-line-strong"
      onClick={() => !isEnd && onPress()}
    >
      {children}
    </IconButton>
  )
}
