// The pages of a member's list: ten each.
import { buttonClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { useMemberWords } from './words.ts'

type MemberPagesProps = {
  page: number
  /** Undefined where this page could not be loaded: then it is the last one that is known. */
  total?: number
  href: (page: number) => string
  size?: number
}

export function MemberPages({ page, total, href, size = 10 }: MemberPagesProps) {
  const t = useMemberWords()
  const pageCount = total === undefined ? page : Math.ceil(total / size)
  return (
    <Pagination
      page={page}
      pageCount={pageCount}
      href={href}
      labels={{
        nav: t('list.pages.nav'),
        previous: t('list.pages.previous'),
        next: t('list.pages.next'),
        page: (number) => t('list.pages.page', { page: number }),
        position: t('list.pages.position', { page, total: pageCount }),
      }}
      className="mt-8"
    />
  )
}

/** Where a page is empty because the list has become shorter than that: what is in it is elsewhere. */
export function BeyondPages({ first }: { first: string }) {
  const t = useMemberWords()
  return (
    <p className="mt-6">
      <UiLink href={first} className={buttonClass()}>
        {t('wishes.firstPage')}
      </UiLink>
    </p>
  )
}
