import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { textLinkClass } from '#ui/button-class.ts'

/** The order is made, and the browser on its way to this address; `free`: that is its own page, for there is nothing to pay. */
export interface Leave {
  address: string
  free: boolean
}

/** The order is made. The link is for browsers that did not move. */
export function Leaving({ address, free, children }: Leave & { children: ReactNode }) {
  const t = useWords()
  return (
    <div role="status" className="mx-auto flex max-w-md flex-col items-center gap-4 text-center">
      {children}
      <h1 className="text-xl">{t(free ? 'checkout.leaving.free' : 'checkout.leaving.title')}</h1>
      {!free && <p className="text-muted">{t('checkout.leaving.text')}</p>}
      <a href={address} className={textLinkClass}>
        {t('checkout.leaving.link')}
      </a>
    </div>
  )
}
