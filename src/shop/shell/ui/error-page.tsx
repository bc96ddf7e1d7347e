import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { CallRefused } from '#shop/calls.ts'
import { CONTACT } from '#shop/shell/contact.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** What is shown instead of a page that could not be had. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const t = useWords()
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  if (error instanceof CallRefused && error.status === 404) return <NotFoundPage />

  async function retry() {
    setTrying(true)
    await router.invalidate()
    setTrying(false)
  }

  const unreachable = error instanceof CallRefused && error.status === 0
  return (
    <main className="shell py-10">
      <title>{t('error.title')}</title>
      <ErrorState
        title={t('error.title')}
        headingLevel={1}
        retry={
          <Button variant="primary" loading={trying} loadingLabel={t('shell.loading')} onClick={retry}>
            {t('error.retry')}
          </Button>
        }
        support={
          <a href={`mailto:${CONTACT.email}`} className={textLinkClass}>
            {t('error.support')}
          </a>
        }
      >
        <p>{t(unreachable ? 'error.offline' : 'error.unexpected')}</p>
      </ErrorState>
    </main>
  )
}
