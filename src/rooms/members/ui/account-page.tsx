// /my-account: what the shop knows of a member.
import { MemberPage } from './member-page.tsx'
import { useMemberWords } from './words.ts'

export function AccountPage() {
  const t = useMemberWords()
  return (
    <MemberPage title={t('nav.account')}>
      {(user) => (
        <p>
          <bdi>{user.uname}</bdi> · <bdi>{user.uemail}</bdi>
        </p>
      )}
    </MemberPage>
  )
}
