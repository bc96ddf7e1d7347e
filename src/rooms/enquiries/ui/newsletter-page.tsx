// /newsletter: subscribe, and where the link of a newsletter mail leads. Opening the link changes nothing, because mail
// programs open links too; the button does.

import { useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

type Answer = 'confirmed' | 'left'

export function NewsletterPage() {
  const t = useWords()
  const [token, setToken] = useState('')
  const [badLink, setBadLink] = useState(false)
  const [answer, setAnswer] = useState<Answer>()

  // The fragment reaches no server. A second link opened in this tab changes only the fragment.
  useEffect(() => {
    const read = () => {
      setToken(/^#token=([\w.-]{1,200})$/.exec(location.hash)?.[1] ?? '')
      setAnswer(undefined)
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  function refused() {
    setBadLink(true)
    setToken('')
  }

  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[{ label: t('content.home'), href: '/' }, { label: t('newsletter.title') }]}
      />
      <h1 className="mt-3 text-2xl sm:text-3xl">{t('newsletter.title')}</h1>
      <p className="mt-2 max-w-2xl text-balance text-muted md:text-lg">{t('newsletter.intro')}</p>
      <Card padding="none" className="mt-8 max-w-2xl p-5 md:p-8">
        {answer ? (
          <Answered answer={answer} />
        ) : token ? (
          <LinkActions token={token} onAnswer={setAnswer} onRefused={refused} />
        ) : (
          <>
            {badLink && (
              <Notice tone="warn" live className="mb-5">
                <p>{t('newsletter.badLink')}</p>
              </Notice>
            )}
            <h2 className="mb-4 text-lg">{t('newsletter.heading')}</h2>
            <NewsletterForm primary />
            <p className="hidden text-muted noscript:block">{t('newsletter.noScript')}</p>
          </>
        )}
      </Card>
    </PageMain>
  )
}

type LinkActionsProps = { token: string; onAnswer: (answer: Answer) => void; onRefused: () => void }

function LinkActions({ token, onAnswer, onRefused }: LinkActionsProps) {
  const t = useWords()
  const [working, setWorking] = useState<Answer>()
  const [failure, setFailure] = useState('')

  async function press(wanted: Answer) {
    if (working) return
    setWorking(wanted)
    setFailure('')
    const input = { body: { token } }
    try {
      if (wanted === 'confirmed') await call('POST /api/bottom/subscription/confirm', input)
      else await call('POST /api/bottom/subscription/leave', input)
      onAnswer(wanted)
    } catch (error) {
      setWorking(undefined)
      const status = error instanceof CallRefused ? error.status : undefined
      if (status === 422 || status === 400) onRefused()
      else setFailure(t(status === 0 ? 'error.offline' : 'error.unexpected'))
    }
  }

  return (
    <>
      <h2 className="text-lg">{t('newsletter.linkTitle')}</h2>
      <p className="mt-2 text-muted">{t('newsletter.linkLine')}</p>
      {failure && (
        <Notice tone="bad" live className="mt-4">
          <p>{failure}</p>
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="primary"
          loading={working === 'confirmed'}
          loadingLabel={t('newsletter.working')}
          onClick={() => press('confirmed')}
        >
          {t('newsletter.confirm')}
        </Button>
        <Button loading={working === 'left'} loadingLabel={t('newsletter.working')} onClick={() => press('left')}>
          {t('newsletter.leave')}
        </Button>
      </div>
    </>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const t = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        {t(answer === 'confirmed' ? 'newsletter.confirmedTitle' : 'newsletter.leftTitle')}
      </h2>
      <p className="mt-2 text-muted">
        {t(answer === 'confirmed' ? 'newsletter.confirmedLine' : 'newsletter.leftLine')}
      </p>
      <UiLink href="/" className={`${buttonClass()} mt-5`}>
        {t('newsletter.toShop')}
      </UiLink>
    </>
  )
}
