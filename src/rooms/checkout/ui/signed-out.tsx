import type { MouseEvent } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { hereAfterLogin } from '#rooms/orders/ui/here-after-login.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'

/** What a member whose session is over can do: the login leads back here, where what he typed is kept in this tab. */
export function SignedOut({ onGuest }: { onGuest: () => void }) {
  const t = useWords()

  function goOn({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    onGuest()
    // What was pressed goes; the sum to press next may be another.
    const pay = [...(form?.querySelectorAll<HTMLElement>('button[type=submit]') ?? [])]
    pay.find((button) => button.checkVisibility())?.focus()
  }

  return (
    <div className="flex flex-wrap gap-3">
      <UiLink href={hereAfterLogin()} className={buttonClass({ variant: 'primary' })}>
        {t('shell.logIn')}
      </UiLink>
      <Button onClick={goOn}>{t('checkout.signedOut.guest')}</Button>
    </div>
  )
}
