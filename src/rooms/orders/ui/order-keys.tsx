import { type ReactNode, useEffect, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'
import type { OrderKeys as Keys } from '../contract.ts'
import { KeyLine } from './key-line.tsx'
import { KeysGoBack } from './keys-go-back.tsx'
import { accessHeaders, type OrderVisit } from './order-visit.ts'
import { waitWords } from './wait-words.ts'

type OrderKeysProps = {
  visit: OrderVisit
  email: string
  /** What stands below; it comes with the keys, so that nothing moves. */
  children: ReactNode
}

/** The keys, in this page's memory only: in no storage, no address and nothing that the server renders. */
export function OrderKeys({ visit, email, children }: OrderKeysProps) {
  const t = useWords()
  const [lines, setLines] = useState<Keys | 'failed' | 'refused' | 'goesBack' | { seconds: number }>()
  const [asked, setAsked] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press on "try again" asks again
  useEffect(() => {
    const leaving = new AbortController()
    const extras = { ...accessHeaders(visit), signal: leaving.signal }
    call('GET /api/profile/order/pointCode/{id}', { params: { id: visit.orderId }, query: {} }, extras).then(
      setLines,
      (error) => {
        if (leaving.signal.aborted) return
        if (error instanceof CallRefused && error.status === 429) setLines({ seconds: error.retryAfterSeconds })
        else if (error instanceof CallRefused && error.message === 'order.goesBack') setLines('goesBack')
        else setLines(error instanceof CallRefused && error.status === 0 ? 'failed' : 'refused')
      },
    )
    return () => leaving.abort()
  }, [visit, asked])

  function askAgain() {
    setLines(undefined)
    setAsked(asked + 1)
  }

  return (
    <>
      <Card as="section" padding="lg" aria-labelledby="keys-title">
        <h2 id="keys-title" className="text-lg">
          {t('order.keys.title')}
        </h2>
        {lines === undefined && (
          <SkeletonGroup label={t('order.keys.loading')} className="mt-4">
            <SkeletonLine width="half" />
            <SkeletonBlock className="mt-3 h-13" />
          </SkeletonGroup>
        )}
        {(lines === 'failed' || lines === 'refused') && (
          <Notice tone="bad" live className="mt-4" action={<Button onClick={askAgain}>{t('cart.retry')}</Button>}>
            {t('order.keys.failed', { email: `\u2068${email}\u2069` })}
          </Notice>
        )}
        {lines === 'goesBack' && <KeysGoBack email={email} />}
        {typeof lines === 'object' && 'seconds' in lines && (
          <Notice tone="warn" live className="mt-4" action={<Button onClick={askAgain}>{t('cart.retry')}</Button>}>
            {t('order.keys.tooOften', { email: `\u2068${email}\u2069` })} {waitWords(t, lines.seconds)}
          </Notice>
        )}
        {Array.isArray(lines) && (
          <>
            <p className="mt-1 text-sm text-muted">{t('order.keys.keep')}</p>
            <ul className="mt-4 flex flex-col gap-6">
              {lines.map((line) => (
                <KeyLine key={line.lineId} line={line} />
              ))}
            </ul>
          </>
        )}
      </Card>
      {lines !== undefined && children}
    </>
  )
}
