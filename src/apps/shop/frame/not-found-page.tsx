import { Compass } from 'lucide-react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'

export function NotFoundPage() {
  const t = useWords()
  return (
    <PageMain className="shell py-6 md:py-10">
      <title>{t('error.notFound')}</title>
      <EmptyState
        icon={<Compass size={24} />}
        title={t('error.notFound')}
        headingLevel={1}
        action={
          <UiLink href="/" className={buttonClass({ variant: 'primary' })}>
            {t('error.backHome')}
          </UiLink>
        }
      >
        <p>{t('error.notFoundLine')}</p>
      </EmptyState>
    </PageMain>
  )
}
