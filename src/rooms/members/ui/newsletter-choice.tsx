// Whether a member gets the newsletter. Wanted, it begins once its own mail is answered; not wanted any more, it ends at once.
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import type { User } from '../schemas.ts'
import { askWhoIsThere } from './member-store.ts'
import { useMemberWords } from './words.ts'

export function NewsletterChoice({ user }: { user: User }) {
  const t = useMemberWords()
  // What was pressed, until the server has said what became of it.
  const [pressed, setPressed] = useState<boolean>()
  const isWanted = pressed ?? user.newsletter !== 'none'

  async function change(wanted: boolean) {
    setPressed(wanted)
    try {
      await call('POST /api/profile/updateMemberInfo', { body: { isSubscribe: wanted ? '0' : '1', id: user.id } })
      if (!wanted) toast({ message: t('account.newsletterOff') })
      await askWhoIsThere()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      toast({ tone: 'bad', message: t(t.knows(error.message) ? error.message : 'error.unexpected') })
    } finally {
      setPressed(undefined)
    }
  }

  return (
    <section aria-labelledby="newsletter-choice">
      <h2 id="newsletter-choice" className="text-xl">
        {t('account.newsletter')}
      </h2>
      <Checkbox
        className="mt-2"
        checked={isWanted}
        disabled={pressed !== undefined}
        hint={t('account.newsletterHint')}
        onChange={(event) => void change(event.target.checked)}
      >
        {t('account.newsletterYes')}
      </Checkbox>
      <div role="status">
        {isWanted && user.newsletter === 'asked' && (
          <Notice tone="warn" className="mt-3">
            {t('account.newsletterAsked', { email: user.uemail })}
          </Notice>
        )}
      </div>
    </section>
  )
}
