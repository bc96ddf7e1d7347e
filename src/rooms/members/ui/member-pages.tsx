// The pages of a member's list: ten each, named behind the #.
import { pageHash } from '#browser/use-hash.ts'
import { Pagination } from '#ui/pagination.tsx'
import { useMemberWords } from './words.ts'

type MemberPagesProps = { path: string; page: number; total: number; size?: number }

export function MemberPages({ path, page, total, size = 10 }: MemberPagesProps) {
  const t = useMemberWords()
  const pageCount = Math.ceil(total / size)
  return (
    <Pagination
      page={page}
      pageCount={pageCount}
      href={(number) => pageHash(path, number)}
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
