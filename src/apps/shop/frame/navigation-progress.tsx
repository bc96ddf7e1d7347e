import { useRouterState } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import { cx } from '#ui/class-names.ts'

/** A line along the top while the next page is on its way: after 200 ms, and almost there after 5 s (specification §9). */
export function NavigationProgress() {
  const t = useWords()
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-50">
      <div
        aria-hidden="true"
        className={cx(
          'h-0.5 origin-left bg-accent rtl:origin-right',
          pending
            ? 'scale-x-95 opacity-100 transition-[scale,opacity] delay-200 duration-5000'
            : 'scale-x-0 opacity-0 transition-opacity',
        )}
      />
      <p role="status" className="sr-only">
        {pending ? t('shell.loading') : ''}
      </p>
    </div>
  )
}
