import { getRouteApi, useLocation } from '@tanstack/react-router'
import { answerConsent, show } from '#browser/consent.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { CONTENT_PAGES } from '#rooms/content/rules.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { ConsentAnswers } from './consent-answers.tsx'

const root = getRouteApi('__root__')

/** Nothing stands between a shopper and paying. */
const UNDISTURBED = /^\/(checkout|success-payment)(\/|$)/

/** A line of the page, above its foot: it covers nothing. */
export default function ConsentQuestion() {
  const t = useWords()
  const { pathname } = useLocation()
  const { website } = root.useLoaderData()
  const policy = CONTENT_PAGES.find(({ name, type }) => name === 'privacy' && website.pages.includes(type))
  function answer(allowed: boolean) {
    answerConsent(allowed)
    show('quiet')
  }

  if (UNDISTURBED.test(pathname)) return null
  return (
    <section
      aria-labelledby="consent-question"
      aria-describedby="consent-line"
      className="border-t border-line bg-surface"
    >
      <div className="shell flex flex-wrap items-center gap-x-8 gap-y-3 py-4">
        <div role="status" className="min-w-60 flex-1">
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
        <ConsentAnswers onAnswer={answer} />
      </div>
    </section>
  )
}
