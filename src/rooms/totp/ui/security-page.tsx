// /my-security: what proves the member, where he is signed in, and when he was.
import { InTurn } from '#rooms/members/ui/in-turn.tsx'
import { MemberPage } from '#rooms/members/ui/member-page.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Passkeys } from '#rooms/passkeys/ui/passkeys.tsx'
import { LoginHistory } from '#rooms/sessions/ui/login-history.tsx'
import { SessionList } from '#rooms/sessions/ui/session-list.tsx'
import { Authenticator } from './authenticator.tsx'

export function SecurityPage() {
  const t = useMemberWords()
  return (
    <MemberPage title={t('nav.security')}>
      <InTurn className="grid grid-cols-1 gap-6">
        <Passkeys />
        <Authenticator />
        <SessionList />
        <LoginHistory />
      </InTurn>
    </MemberPage>
  )
}
