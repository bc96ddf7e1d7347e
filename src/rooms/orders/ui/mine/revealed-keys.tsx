import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { CopyAll, KeyLine, KeyValues } from '../key-line.tsx'
import { KeysGoBack } from '../keys-go-back.tsx'
import { waitWords } from '../wait-words.ts'

type RevealedKeysProps = {
  orderId: string
  /** Of one line alone: then nothing but its keys. */
  lineId?: number
  email: string
}

/** Asked for when they are wanted: each showing is recorded. In this page's memory only. */
export function RevealedKeys({ orderId, lineId, email }: RevealedKeysProps) {
  const t = useWords()
  const { data, problem, loading, reload } = useLoaded(`${orderId} ${lineId}`, (signal) =>
    call('GET /api/profile/order/pointCode/{id}', { params: { id: orderId }, query: { lineId } }, { signal }),
  )
  if (problem && !loading) {
    if (problem.message === 'order.goesBack') return <KeysGoBack email={email} />
    const tooOften = problem.status === 429
    const words = { email: `\u2068${email}\u2069` }
    return (
      <Notice tone={tooOften ? 'warn' : 'bad'} live action={<Button onClick={reload}>{t('cart.retry')}</Button>}>
        {tooOften
          ? `${t('order.keys.tooOften', words)} ${waitWords(t, problem.retryAfterSeconds)}`
          : t('order.keys.failed', words)}
      </Notice>
    )
  }
  if (!data)
    return (
      <SkeletonGroup label={t('order.keys.loading')}>
        <SkeletonBlock className="h-13" />
      </SkeletonGroup>
    )
  if (lineId === undefined)
    return (
      <ul className="flex flex-col gap-6">
        {data.map((line) => (
          <KeyLine key={line.lineId} line={line} />
        ))}
      </ul>
    )
  return data.map((line) => (
    <div key={line.lineId}>
      <KeyValues line={line} />
      <CopyAll keys={line.keys} />
    </div>
  ))
}
