// /my-account: what the shop knows of a member, and what he changes of it (specification §2).
import type { ComponentProps, ReactNode } from 'react'
import type { User } from '../schemas.ts'
import { AccountSummary } from './account-summary.tsx'
import { EmailForm } from './email-form.tsx'
import { InTurn } from './in-turn.tsx'
import { LevelTable } from './level-table.tsx'
import { MemberPage } from './member-page.tsx'
import { NewsletterChoice } from './newsletter-choice.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useMemberWords } from './words.ts'

type AccountPageProps = Pick<ComponentProps<typeof EmailForm>, 'withProof'> & { children: (user: User) => ReactNode }

/** `children`: what other rooms have to say there. */
export function AccountPage({ children, withProof }: AccountPageProps) {
  const t = useMemberWords()
  return (
    <MemberPage title={t('nav.account')}>
      {(user) => (
        <InTurn className="grid grid-cols-1 gap-8">
          <AccountSummary user={user} />
          <ProfileForm user={user} />
          <EmailForm user={user} withProof={withProof} />
          <NewsletterChoice user={user} />
          <LevelTable />
          {children(user)}
        </InTurn>
      )}
    </MemberPage>
  )
}
