import { rootRouteId, useMatch, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/error-state.tsx'

type LoadErrorProps = {
  /** Nobody answered; otherwise the answer was an error. */
  unreachable: boolean
  headingLevel: 1 | 2
}

/** A page, or a part of one, that could not be had: what happened, again, and whom to ask. It tries by itself when the connection is back. */
export function LoadError({ unreachable, headingLevel }: LoadErrorProps) {
  const t = useWords()
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  // Absent when it was the root's own data that could not be had.
  const email = useMatch({ from: rootRouteId, select: ({ loaderData }) => loaderData?.website.email })

  async function retry() {
    setTrying(true)
    await router.invalidate()
    setTrying(false)
  }

  useEffect(() => {
    const again = () => void router.invalidate()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [router])

  return (
    <ErrorState
      title={t('error.title')}
      headingLevel={headingLevel}
      retry={
        <Button variant="primary" loading={trying} loadingLabel={t('shell.loading')} onClick={retry}>
          {t('error.retry')}
        </Button>
      }
      support={
        email && (
          <a href={`mailto:${email}`} className={textLinkClass}>
            {t('error.support')}
          </a>
        )
      }
    >
      <p>{t(unreachable ? 'error.offline' : 'error.unexpected')}</p>
    </ErrorState>
  )
}
