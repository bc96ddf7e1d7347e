// The ways through a list that comes in pages: back to its beginning, and on. The address is the only state.
import { Link, type LinkProps } from '@tanstack/react-router'
import { buttonClass } from '#ui/button-class.ts'
import { useOfficeWords } from './words.ts'

interface PagerProps {
  /** Link to the first page, on any page but that one. */
  first: LinkProps | false
  /** Link to the next page, on any page but the last. */
  next: LinkProps | false
}

export function Pager({ first, next }: PagerProps) {
  const t = useOfficeWords()
  return (
    <p className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {first && (
        <Link {...first} className={buttonClass({ size: 'sm' })}>
          {t('frame.firstPage')}
        </Link>
      )}
      {next && (
        <Link {...next} className={buttonClass({ size: 'sm' })}>
          {t('frame.nextPage')}
        </Link>
      )}
    </p>
  )
}
