// What the pages about an account look like for whoever is not logged in: one card, with what keeps a browser from it.
import { type ReactNode, useEffect, useState } from 'react'
import { PageMain } from '#browser/page-main.tsx'
import { canSeal } from '#rooms/passwords/ui/seal.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTitle } from './member-page.tsx'
import { useMemberWords } from './words.ts'

type AccountCardProps = { title: string; intro?: ReactNode; children: ReactNode }

export function AccountCard({ title, intro, children }: AccountCardProps) {
  const t = useMemberWords()
  const insecure = useInsecure()
  useTitle(title)
  return (
    <PageMain className="shell grid grid-cols-1 content-start justify-items-center pt-8 pb-16 sm:pt-14">
      <Card padding="none" className="w-full max-w-md p-5 sm:p-8">
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        <noscript>
          <Notice tone="warn" className="mt-5">
            {t('login.noScript')}
          </Notice>
        </noscript>
        {insecure && (
          <Notice tone="warn" className="mt-5">
            {t('login.insecure')}
          </Notice>
        )}
        {children}
      </Card>
    </PageMain>
  )
}

/** Whether this page came by a way on which no password can be encrypted. */
export function useInsecure(): boolean {
  const [insecure, setInsecure] = useState(false)
  useEffect(() => setInsecure(!canSeal()), [])
  return insecure
}
