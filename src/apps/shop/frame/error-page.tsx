import type { ErrorComponentProps } from '@tanstack/react-router'
import { CallRefused } from '#browser/calls.ts'
import { LoadError } from '#browser/load-error.tsx'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** What is shown instead of a page that could not be had. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const t = useWords()
  const status = error instanceof CallRefused ? error.status : undefined
  if (status === 404) return <NotFoundPage />
  // It may be the page's code that could not be had.
  const unreachable = status === 0 || navigator.onLine === false
  return (
    <PageMain className="shell py-10">
      <title>{t('error.title')}</title>
      <LoadError unreachable={unreachable} headingLevel={1} />
    </PageMain>
  )
}
