import { type ReactNode, useEffect, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { splitAccount } from '#rooms/vault/rules.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton, type CopyButtonProps } from '#ui/copy-button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup, SkeletonLine } from '#ui/skeleton.tsx'
import type { OrderKeys as Keys } from '../contract.ts'
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
  const [lines, setLines] = useState<Keys | 'failed' | 'refused' | { seconds: number }>()
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
          <Notice tone="bad" className="mt-4" action={<Button onClick={askAgain}>{t('cart.retry')}</Button>}>
            {t('order.keys.failed', { email: `\u2068${email}\u2069` })}
          </Notice>
        )}
        {typeof lines === 'object' && 'seconds' in lines && (
          <Notice tone="warn" className="mt-4" action={<Button onClick={askAgain}>{t('cart.retry')}</Button>}>
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

function KeyLine({ line }: { line: Keys[number] }) {
  const t = useWords()
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-base">
          <bdi>{line.productName}</bdi> <bdi className="text-sm font-normal text-muted">{line.skuLabel}</bdi>
        </h3>
        {line.keys.length > 1 && (
          <CopyKeys
            text={line.keys.join('\n')}
            label={t('order.keys.copyAll', { count: line.keys.length })}
            variant="ghost"
          />
        )}
      </div>
      <ol className="mt-2 flex flex-col gap-2">
        {line.keys.map((key, index) => {
          const account = line.keyType === '1' ? splitAccount(key) : undefined
          const name = t('order.keys.copyName', { name: line.productName, number: index + 1 })
          return (
            <li key={key} className="rounded-control border border-line bg-tint py-1.5 ps-4 pe-1.5">
              {account ? (
                <dl className="flex flex-col gap-1.5">
                  <AccountField label={t('order.keys.login')} value={account.login} name={name} />
                  <AccountField label={t('order.keys.password')} value={account.password} name={name} />
                  {account.more && <AccountField label={t('order.keys.more')} value={account.more} name={name} />}
                </dl>
              ) : (
                <div className={valueRow}>
                  <KeyValue>{key}</KeyValue>
                  <CopyKeys text={key} label={t('order.keys.copy')} name={name} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {line.activation.length > 0 && (
        <Disclosure summary={t('order.keys.activate')} defaultOpen className="mt-2 -mb-4 border-b-0">
          <ol className="list-decimal ps-5 text-muted marker:text-faint">
            {line.activation.map((step) => (
              <li key={step} className="py-0.5">
                {step}
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </li>
  )
}

type CopyKeysProps = Pick<CopyButtonProps, 'text' | 'label' | 'name' | 'variant'>

function CopyKeys(props: CopyKeysProps) {
  const t = useWords()
  return (
    <CopyButton
      {...props}
      size="sm"
      done={t('order.keys.copied')}
      failed={t('order.keys.copyFailed')}
      className="print:hidden"
    />
  )
}

const valueRow = 'flex flex-wrap items-center justify-end gap-x-3 gap-y-1'

/** A login and its password are copied one after the other, into two fields. */
function AccountField({ label, value, name }: { label: string; value: string; name: string }) {
  const t = useWords()
  return (
    <div className={valueRow}>
      <div className="min-w-44 flex-1">
        <dt className="text-sm text-muted">{label}</dt>
        <dd>
          <KeyValue>{value}</KeyValue>
        </dd>
      </div>
      <CopyKeys text={value} label={t('order.keys.copy')} name={`${t('order.keys.copy')}: ${label} (${name})`} />
    </div>
  )
}

function KeyValue({ children }: { children: string }) {
  return (
    <span className="block min-w-44 flex-1 font-mono text-lg wrap-anywhere select-all">
      <bdi translate="no">{children}</bdi>
    </span>
  )
}
