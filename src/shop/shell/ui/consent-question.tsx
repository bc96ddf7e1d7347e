import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { CONTENT_PAGES } from '#shop/content/rules.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { keepFocusClear } from '#ui/keep-focus-clear.ts'
import { UiLink } from '#ui/link.tsx'
import { answerConsent, show } from '../consent.ts'
import { ConsentAnswers } from './consent-answers.tsx'

const root = getRouteApi('__root__')

/** Nothing stands between a shopper and paying. */
const UNDISTURBED = /^\/(checkout|success-payment)(\/|$)/

/** Not modal: it lies at the lower edge, and the page, its focus and its end keep clear of it (--notice-height). */
export default function ConsentQuestion() {
  const t = useWords()
  const { pathname } = useLocation()
  const { website } = root.useLoaderData()
  const policy = CONTENT_PAGES.find(({ name, type }) => name === 'privacy' && website.pages.includes(type))
  const panel = useRef<HTMLElement>(null)
  const hidden = UNDISTURBED.test(pathname)

  useEffect(() => {
    const { style } = document.documentElement
    if (hidden || !panel.current) return
    const watcher = new ResizeObserver(() => {
      style.setProperty('--notice-height', `${(panel.current?.offsetHeight ?? 0) + 16}px`)
      keepFocusClear()
    })
    watcher.observe(panel.current)
    return () => {
      watcher.disconnect()
      style.removeProperty('--notice-height')
    }
  }, [hidden])

  function answer(allowed: boolean) {
    answerConsent(allowed)
    show('quiet')
  }

  if (hidden) return null
  return (
    <section
      ref={panel}
      aria-labelledby="consent-question"
      aria-describedby="consent-line"
      className="notice-panel fixed inset-x-3 bottom-[calc(0.75rem+var(--toast-offset,0px))] z-20 max-h-[50dvb] overflow-y-auto rounded-card border border-line-strong bg-float p-4 shadow-float sm:inset-x-auto sm:start-5 sm:max-w-112 sm:p-5 lg:bottom-5"
    >
      <div role="status">
        <h2 id="consent-question" className="text-base">
          {t('shell.consent.question')}
        </h2>
        <p id="consent-line" className="mt-1 text-sm text-muted">
          {t('shell.consent.line')}{' '}
          {policy && (
            <UiLink href={policy.path} className={textLinkClass}>
              {t('shell.consent.policy')}
            </UiLink>
          )}
        </p>
      </div>
      <div className="mt-3">
        <ConsentAnswers onAnswer={answer} />
      </div>
    </section>
  )
}
