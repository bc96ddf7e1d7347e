import { siteFacts } from '#platform/i18n/site-facts.ts'
import { cx } from '#ui/class-names.ts'
import { LogoMark } from './logo-mark.tsx'

export function Logo({ className }: { className?: string }) {
  return (
    <span dir="ltr" lang="en" className={cx('inline-flex items-center gap-2.5', className)}>
      <LogoMark className="size-8" />
      <span className="text-xl font-semibold tracking-tight">{siteFacts().name}</span>
    </span>
  )
}
