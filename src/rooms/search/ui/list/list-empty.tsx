import { PackageOpen, SearchX } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { type Filters, listHref } from '../../filters.ts'
import { withoutFilters } from './narrowing.ts'

type ListEmptyProps = {
  path: string
  filters: Filters
  /** Of all pages. */
  total: number
  pageCount: number
}

/** Nothing to show, and the way out: the first page, or fewer filters. */
export function ListEmpty({ path, filters, total, pageCount }: ListEmptyProps) {
  const t = useWords()
  if (total > 0) {
    return (
      <EmptyState
        icon={<PackageOpen size={24} />}
        title={t('list.pastEnd.title', { page: filters.page })}
        action={
          <UiLink href={listHref(path, { ...filters, page: 1 })} className={buttonClass({ variant: 'primary' })}>
            {t('list.pastEnd.action')}
          </UiLink>
        }
      >
        {t('list.pastEnd.text', { count: pageCount })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<SearchX size={24} />}
      title={t('list.noMatch.title')}
      action={
        <UiLink href={listHref(path, withoutFilters(filters))} className={buttonClass({ variant: 'primary' })}>
          {t('list.reset')}
        </UiLink>
      }
    >
      {t('list.noMatch.text')}
    </EmptyState>
  )
}
