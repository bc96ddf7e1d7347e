// What the account's button shows of who is logged in: his name, level and balance, and the member centre's pages.
import { formatMoney, fromMajor } from '#platform/money.ts'
import { MenuList } from '#ui/menu-list.tsx'
import { SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'
import { levelName } from './level-name.ts'
import { MemberMenuItems } from './member-menu.tsx'
import { useMembership } from './member-store.ts'
import { useMemberWords } from './words.ts'

export default function AccountPanel() {
  const t = useMemberWords()
  const membership = useMembership()
  const user = membership.state === 'member' ? membership.user : undefined
  return (
    <div className="w-72">
      <div className="border-b border-line px-4 py-3">
        {user ? (
          <>
            <p className="truncate font-medium">
              <bdi>{user.uname}</bdi>
            </p>
            <p className="mt-0.5 text-sm text-muted">
              {t('nav.level')}: <bdi>{levelName(t, user.title)}</bdi> · {t('nav.balance')}:{' '}
              <bdi className="figures">{formatMoney(fromMajor(user.amount), '$')}</bdi>
            </p>
          </>
        ) : (
          <SkeletonGroup label={t('member.loading')}>
            <SkeletonLine width="half" />
            <SkeletonLine width="long" />
          </SkeletonGroup>
        )}
      </div>
      <MenuList>
        <MemberMenuItems />
      </MenuList>
    </div>
  )
}
