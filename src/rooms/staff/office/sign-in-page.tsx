// /office/sign-in. It leads back to whatever was wanted.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { useHash } from '#browser/use-hash.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Me } from '../office.ts'
import { Door } from './door.tsx'
import { isBack } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { sayRefusal, useOfficeWords } from './words.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const t = useOfficeWords()
  const { to } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const door = useQuery({ queryKey: ['door'], queryFn: () => officeCall('GET /office/door', {}) })
  const [problem, setProblem] = useState<string>()
  const [isEntering, setEntering] = useState(false)
  // Of a demo that others reach: no server and no log sees what stands behind `#`.
  const token = useHash()

  async function entered(me: Me) {
    isBack()
    queries.clear()
    queries.setQueryData(['me'], me)
    await router.navigate({ href: to ?? '/', replace: true })
  }

  async function enterDemo() {
    setEntering(true)
    try {
      await entered(await officeCall('POST /office/demo', { body: { token: token || undefined } }))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(sayRefusal(t, error))
    } finally {
      setEntering(false)
    }
  }

  const isOpen = token !== '' || !door.data?.needsToken
  return (
    <Door title={t('door.title')} intro={door.data && t('door.intro', { shop: door.data.shop })}>
      {door.data?.isDemo && (
        <div className="mt-6 grid gap-3 rounded-card border border-line bg-tint p-4">
          <p className="text-sm text-muted">{t(isOpen ? 'door.demo' : 'door.demoForOthers')}</p>
          {isOpen && (
            <Button variant="primary" loading={isEntering} loadingLabel={t('door.signingIn')} onClick={enterDemo}>
              {t('door.enterDemo')}
            </Button>
          )}
          {problem && (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          )}
        </div>
      )}
      <SignInForm onEntered={entered} />
    </Door>
  )
}
