import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { textLinkClass } from '#ui/button-class.ts'

/** The order is made, and the browser on its way to this address. */
export interface Leave {
  address: string
  /** It is paid there; else that is the order's own page. */
  toPayment: boolean
}

/** The order is made. The link is for browsers that did not move. */
export function Leaving({ address, toPayment, children }: Leave & { children: ReactNode }) {
  const t = useWords()
  return (
    <div role="status" className="mx-auto flex max-w-md flex-col items-center gap-4 text-center">
      {children}
      <h1 className="text-xl">{t(toPayment ? 'checkout.leaving.title' : 'checkout.leaving.toOrder')}</h1>
      {toPayment && <p className="text-muted">{t('checkout.leaving.text')}</p>}
      <a href={address} className={textLinkClass}>
        {t('checkout.leaving.link')}
      </a>
    </div>
  )
}
