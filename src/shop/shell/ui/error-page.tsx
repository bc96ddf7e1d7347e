import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function ErrorPage({ reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <main>
      <h1>{t('error.title')}</h1>
      <p>{t('error.unexpected')}</p>
      <button type="button" onClick={reset}>
        {t('error.retry')}
      </button>
    </main>
  )
}
