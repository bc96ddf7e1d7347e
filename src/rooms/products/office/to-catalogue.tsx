// What the pages beside the products share: the way back to the catalogue.
import { Link } from '@tanstack/react-router'
import { Back, backClass } from '#rooms/staff/office/one-thing.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { lastList } from './last-list.ts'

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
