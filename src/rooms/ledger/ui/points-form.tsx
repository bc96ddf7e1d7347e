// Points become balance: how many, and once more whether, for there is no way back.
import { type FormEvent, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { inTime } from '#browser/in-time.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { readAmount } from '#platform/i18n/typed-number.ts'
import { useTurn } from '#rooms/members/ui/in-turn.tsx'
import { sayNumber } from '#rooms/members/ui/number.ts'
import { pointWorth } from '#rooms/members/ui/point-worth.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Question } from '#ui/question.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { useAttempt } from '#ui/use-attempt.ts'
import { dollars } from './dollars.ts'

/** `onTried`: points may have been turned, and the figures are to be asked anew. */
type PointsFormProps = { points: number; onTried: () => void }

export function PointsForm({ points, onTried }: PointsFormProps) {
  const t = useMemberWords()
  const { data, problem: notLoaded } = useLoaded('points', (signal) =>
    call('GET /api/profile/memberGroup', { query: {} }, { signal }),
  )
  useTurn(data !== undefined || notLoaded !== undefined)
  const [wish, setWish] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)
  // The attempt stays one until it is known what became of it: pressed again after a lost answer, it happens once.
  const attempt = useAttempt('points')
  if (!data) return null
  const worth = (of: number) => `\u2066${dollars(Math.floor(of * 100 * data.pointsExchangeRate + 1e-6) / 100)}\u2069`

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = readAmount(String(new FormData(event.currentTarget).get('points') ?? ''), 7) ?? 0
    setProblem(wanted <= 0 ? t('points.amount') : wanted > points ? t('points.tooFew') : undefined)
    if (wanted > 0 && wanted <= points) setWish(wanted)
  }

  async function turn() {
    if (sending || wish === undefined) return
    setSending(true)
    try {
      // Who sees fewer points knows that they were turned: as many again are another attempt.
      const requestId = attempt.idOf([wish, points])
      await inTime(call('POST /api/profile/points/toBalance', { body: { points: wish, requestId } }))
      attempt.done()
      toast({ message: t('points.done', { amount: worth(wish) }), tone: 'good' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(t(t.knows(error.message) ? error.message : 'error.unexpected'))
    } finally {
      setSending(false)
      setWish(undefined)
      onTried()
    }
  }

  return (
    <>
      <p className="text-muted">
        {t('points.have', { points, amount: `\u2066${pointWorth(data.pointsExchangeRate)}\u2069` })}{' '}
        {data.pendingPoints > 0 && t('points.pending', { points: data.pendingPoints })}
      </p>
      {points > 0 && (
        <form onSubmit={ask} noValidate className="flex flex-wrap items-end gap-3">
          <TextField
            key={points}
            label={t('points.label')}
            name="points"
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            defaultValue={sayNumber(points, t.tag, { useGrouping: false })}
            error={problem}
            className="w-40"
          />
          <Button type="submit">{t('points.turn')}</Button>
        </form>
      )}
      <Question
        open={wish !== undefined}
        onOpenChange={(isOpen) => isOpen || setWish(undefined)}
        title={t('points.confirmTitle', { points: wish ?? 0, amount: worth(wish ?? 0) })}
        closeLabel={t('points.keep')}
        keep={t('points.keep')}
        label={t('points.turn')}
        loadingLabel={t('points.turning')}
        sending={sending}
        onGo={() => void turn()}
      >
        <p>{t('points.confirmText')}</p>
      </Question>
    </>
  )
}
