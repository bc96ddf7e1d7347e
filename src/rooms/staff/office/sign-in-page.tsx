// /office/sign-in. It leads back to whatever was wanted.
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { Me } from '../office.ts'
import { DemoEntrance, useDoor } from './demo-entrance.tsx'
import { Door } from './door.tsx'
import { isBack } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useOfficeWords } from './words.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const t = useOfficeWords()
  const { to } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const door = useDoor()

  async function entered(me: Me) {
    isBack()
    queries.clear()
    queries.setQueryData(['me'], me)
    await router.navigate({ href: to ?? '/', replace: true })
  }

  return (
    <Door title={t('door.title')} intro={door.data && t('door.intro', { shop: door.data.shop })}>
      <DemoEntrance onEntered={entered} />
      <SignInForm onEntered={entered} />
    </Door>
  )
}
