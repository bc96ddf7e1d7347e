import type { ErrorComponentProps } from '@tanstack/react-router'
import { useWords } from '#platform/i18n/messages.ts'
import { CallRefused } from '#shop/calls.ts'
import { LoadError } from './load-error.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageMain } from './page-main.tsx'

/** What is shown instead of a page that could not be had. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const t = useWords()
  const status = error instanceof CallRefused ? error.status : undefined
  if (status === 404) return <NotFoundPage />
  return (
    <PageMain className="shell py-10">
      <title>{t('error.title')}</title>
      <LoadError unreachable={status === 0} headingLevel={1} />
    </PageMain>
  )
}
