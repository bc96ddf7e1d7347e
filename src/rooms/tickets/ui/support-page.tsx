// /my-support: the member's tickets, one of them, or a new one; which of it stands behind the #.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useHash } from '#browser/use-hash.ts'
import { isUuid } from '#platform/uuid.ts'
import { MemberPage } from '#rooms/members/ui/member-page.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { Conversation } from './conversation.tsx'
import { TicketForm } from './ticket-form.tsx'
import { TicketList } from './ticket-list.tsx'

export function SupportPage() {
  const t = useMemberWords()
  const hash = useHash()
  const isList = hash !== 'new' && !isUuid(hash)
  const left = useLeft(hash)
  return (
    <MemberPage
      title={t('nav.support')}
      action={
        isList ? (
          <UiLink href="/my-support#new" className={`${buttonClass({ variant: 'primary' })} wrap-anywhere`}>
            <Plus size={18} aria-hidden="true" />
            {t('support.new')}
          </UiLink>
        ) : (
          <UiLink href="/my-support" className={buttonClass({ variant: 'ghost' })}>
            {t('support.back')}
          </UiLink>
        )
      }
    >
      {hash === 'new' ? (
        <TicketForm />
      ) : isList ? (
        <TicketList hash={hash} left={left} />
      ) : (
        <Conversation key={hash} id={hash} opened={left !== undefined} />
      )}
    </MemberPage>
  )
}

/** What stood behind the # before; undefined: nothing yet, the page has just come. */
function useLeft(hash: string): string | undefined {
  const [{ now, left }, setSeen] = useState<{ now: string; left?: string }>({ now: hash })
  if (hash === now) return left
  setSeen({ now: hash, left: now })
  return now
}
