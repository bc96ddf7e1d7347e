// /balance-pay: a member pays an order from his balance (specification §2). What is to be paid is asked of the shop, never
// read from the address.
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { formatMoney, fromMajor, toMajor } from '#platform/money.ts'
import { MemberPage, MemberProblem, MemberSkeleton } from '#rooms/members/ui/member-page.tsx'
import { askWhoIsThere } from '#rooms/members/ui/member-store.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { resultAddress } from './result-address.ts'
import { keepTopUpFor } from './top-up-for.ts'
import { waitsNoMore } from './waits-no-more.ts'

type BalancePayPageProps = {
  orderId: string | undefined
  withProof: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** The dialog by which he proves who he is. */
  children: ReactNode
}

export function BalancePayPage({ orderId, withProof, children }: BalancePayPageProps) {
  const t = useMemberWords()
  const router = useRouter()
  useEffect(() => {
    if (!orderId) void router.navigate({ to: '/', replace: true })
  }, [orderId, router])
  return (
    <MemberPage title={t('balance.pay.title')}>
      {({ amount: balance }) => (
        <>
          {orderId && <Bill orderId={orderId} balance={balance} withProof={withProof} />}
          {children}
        </>
      )}
    </MemberPage>
  )
}

const dollars = (major: number) => formatMoney(fromMajor(major), '$')

type BillProps = { orderId: string; balance: number; withProof: BalancePayPageProps['withProof'] }

function Bill({ orderId, balance, withProof }: BillProps) {
  const t = useMemberWords()
  const say = useWords()
  const router = useRouter()
  const { price, currency } = usePrice()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { data, problem, reload } = useLoaded(`order ${orderId}`, (signal) =>
    call('GET /api/pay/detail/{orderId}', { params: { orderId } }, { signal }),
  )
  if (!data)
    return problem && problem.status !== 404 ? (
      <MemberProblem retry={reload} />
    ) : problem ? (
      <Away />
    ) : (
      <MemberSkeleton />
    )
  if (data.orderStatus !== 'Unpaid' || data.currencyType !== 'USD') return <Away />
  const { orderNo, amounts } = data
  const missing = toMajor(fromMajor(amounts.total) - fromMajor(balance))
  const isEnough = missing <= 0

  async function pay() {
    if (sending) return
    setSending(true)
    setRefusal(undefined)
    try {
      const body = { orderId, amount: amounts.total, balanceAmount: balance }
      if ((await withProof(() => call('POST /api/pay/balance', { body }))) === undefined) return
      keepTopUpFor(undefined)
      waitsNoMore(orderId)
      toast({ message: t('balance.pay.done'), tone: 'good' })
      void askWhoIsThere()
      await router.navigate({ to: '/my-order' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setRefusal(t(t.knows(error.message) ? error.message : 'error.unexpected'))
      reload()
      void askWhoIsThere()
    } finally {
      setSending(false)
    }
  }

  const facts = [
    [t('balance.pay.total'), amounts.total],
    [t('nav.balance'), balance],
  ] as const
  return (
    <Card as="section" padding="lg" className="grid max-w-lg gap-4">
      <p className="text-muted wrap-anywhere">{t('balance.pay.order', { orderNo: `\u2068${orderNo}\u2069` })}</p>
      <dl className="grid gap-2">
        {facts.map(([label, major]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd className="figures text-end font-medium">
              <bdi>{dollars(major)}</bdi>
              {/* What is paid is dollars; beside it, what that is in the money that he looks at. */}
              {currency && currency.moneyType !== 'USD' && (
                <span className="block text-sm font-normal text-muted">
                  {t('topUp.about', { amount: `\u2066${price(major)}\u2069` })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {(refusal ?? !isEnough) && (
        <Notice
          tone="bad"
          live
          action={
            !isEnough && (
              <UiLink href={`/my-balance?${new URLSearchParams({ orderId })}`} className={buttonClass()}>
                {t('topUp.open')}
              </UiLink>
            )
          }
        >
          {refusal ??
            `${t('balance.tooLow')} ${t('balance.pay.missing', { amount: `\u2066${dollars(missing)}\u2069` })}`}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={!isEnough}
          loading={sending}
          loadingLabel={say('checkout.sending')}
          onClick={() => void pay()}
        >
          {say('checkout.pay', { amount: `\u2066${dollars(amounts.total)}\u2069` })}
        </Button>
        <a href={resultAddress({ orderId, orderNo })} className={buttonClass()}>
          {t('balance.pay.other')}
        </a>
      </div>
    </Card>
  )
}

/** Paid already, ended, in another currency, or not his. */
function Away() {
  const t = useMemberWords()
  return (
    <Notice
      action={
        <a href="/my-order" className={buttonClass()}>
          {t('nav.orders')}
        </a>
      }
    >
      {t('balance.pay.away')}
    </Notice>
  )
}
