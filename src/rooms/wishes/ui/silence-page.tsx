// /wish-mails: where the link in each mail about wishes leads. Opening it changes nothing, because mail programs open links,
// too; the one button does, without signing in.
import { useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'

export function SilencePage() {
  const t = useMemberWords()
  const [token, setToken] = useState<string>()
  const [done, setDone] = useState(false)
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${t('wishes.silence.title')} · ${siteFacts().name}`
  }, [t])
  // The fragment reaches no server. A second link opened in this tab changes only the fragment.
  useEffect(() => {
    const read = () => {
      setToken(/^#token=([\w.-]{1,200})$/.exec(location.hash)?.[1] ?? '')
      setDone(false)
      setProblem('')
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  useEffect(() => {
    if (done) heading.current?.focus()
  }, [done])

  async function press() {
    if (!token || working) return
    setWorking(true)
    setProblem('')
    try {
      await call('POST /api/wishlist/silence', { body: { token } })
      setDone(true)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.status === 422 || error.status === 400) setToken('')
      else setProblem(t(error.status === 0 ? 'error.offline' : 'error.unexpected'))
    } finally {
      setWorking(false)
    }
  }

  return (
    <PageMain className="shell pt-6 pb-16">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
        {t(done ? 'wishes.silence.done' : 'wishes.silence.title')}
      </h1>
      <Card padding="none" className="mt-6 max-w-2xl p-5 md:p-8">
        {token === '' ? (
          <Notice tone="warn">
            <p>{t('wishlist.badLink')}</p>
          </Notice>
        ) : (
          <p className="text-muted">{t(done ? 'wishes.silence.doneText' : 'wishes.silence.text')}</p>
        )}
        {problem && (
          <Notice tone="bad" live className="mt-4">
            <p>{problem}</p>
          </Notice>
        )}
        {!done && token !== '' && (
          <Button
            variant="primary"
            loading={working || token === undefined}
            onClick={() => void press()}
            className="mt-5 noscript:hidden"
          >
            {t('wishes.silence.button')}
          </Button>
        )}
        <p className="mt-5">
          <UiLink href="/my-wishlist" className={textLinkClass}>
            {t('wishes.silence.toList')}
          </UiLink>
        </p>
      </Card>
    </PageMain>
  )
}
