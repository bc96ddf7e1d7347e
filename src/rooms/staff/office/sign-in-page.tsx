// /office/sign-in. It leads back to whatever was wanted.
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import type { Me } from '../office.ts'
import { DemoEntrance, useDoor } from './demo-entrance.tsx'
import { Door } from './door.tsx'
import { hearTabs, isBack, isBackHere } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useOfficeWords } from './words.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const t = useOfficeWords()
  const { to } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const door = useDoor()

  const isIn = useRef(false)
  const goOn = useCallback(
    async (me: Me) => {
      if (isIn.current) return
      isIn.current = true
      queries.clear()
      queries.setQueryData(['me'], me)
      await router.navigate({ href: to ?? '/', replace: true })
    },
    [queries, router, to],
  )
  async function entered(me: Me) {
    isBack()
    await goOn(me)
  }

  // Who came in by another tab need not come in by this one, too.
  useEffect(() => {
    async function follow() {
      try {
        const me = await officeCall('GET /office/session', {})
        isBackHere()
        await goOn(me)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
      }
    }
    return hearTabs(() => void follow())
  }, [goOn])

  return (
    <Door title={t('door.title')} intro={door.data && t('door.intro', { shop: door.data.shop })}>
      <DemoEntrance onEntered={entered} />
      <SignInForm onEntered={entered} />
    </Door>
  )
}
