// What the pages beside the products share: the way back to the catalogue, and how tabs look.
import { Link } from '@tanstack/react-router'
import { Back, backClass } from '#rooms/staff/office/one-thing.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { lastList } from './last-list.ts'

export const tabClass =
  'inline-flex min-h-8 items-center rounded-control px-2.5 text-sm text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink'

export function ToCatalogue() {
  const t = useOfficeWords()
  return (
    <p>
      <Link to="/catalogue" search={lastList()} className={backClass}>
        <Back>{t('catalogue.title')}</Back>
      </Link>
    </p>
  )
}
