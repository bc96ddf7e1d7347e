import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'

export function NotFound() {
  const t = useOfficeWords()
  return (
    <main className="grid min-h-dvh place-items-center bg-ground">
      <EmptyState icon={<SearchX size={24} />} title={t('frame.noSuchPage')} headingLevel={1}>
        <Link to="/" className={textLinkClass}>
          {t('frame.toStart')}
        </Link>
      </EmptyState>
    </main>
  )
}
