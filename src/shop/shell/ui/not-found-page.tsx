import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <main>
      <h1>{t('error.notFound')}</h1>
      <Link to="/">{t('error.backHome')}</Link>
    </main>
  )
}
