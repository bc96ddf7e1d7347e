// That a row of the log says more of a person: what is gone with him, or what one may not see.
import { cx } from '#ui/class-names.ts'
import { useOfficeWords } from './words.ts'

export function AuditUnsaid({ of, className }: { of: { isErased: boolean; isHidden: boolean }; className?: string }) {
  const t = useOfficeWords()
  if (!of.isErased && !of.isHidden) return null
  return (
    <p className={cx('break-words text-muted italic', className)}>{t(of.isErased ? 'audit.erased' : 'audit.hidden')}</p>
  )
}
