// From page to page of a short list within a page.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { useMemberWords } from './words.ts'

type PagesProps = { page: number; size: number; total: number; onPage: (page: number) => void }

export function Pages({ page, size, total, onPage }: PagesProps) {
  const t = useMemberWords()
  const last = Math.ceil(total / size)
  if (last <= 1) return null
  return (
    <div className="mt-3 flex items-center justify-center gap-2">
      <IconButton label={t('security.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} className="flip-rtl" aria-hidden="true" />
      </IconButton>
      <p className="figures text-sm text-muted">
        <bdi dir="ltr">
          {page} / {last}
        </bdi>
      </p>
      <IconButton label={t('security.next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} className="flip-rtl" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
