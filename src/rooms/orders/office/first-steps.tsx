// What a new shop has still to do, each with the place where it is done, for whoever may go there; gone when all of it is.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, ExternalLink } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { ReadFailed } from '#rooms/staff/office/listing.tsx'
import type { OfficePath } from '#rooms/staff/office/may-go.ts'
import { useMayGo } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/class-names.ts'

type Step = Awaited<ReturnType<typeof officeCall<'GET /office/first-steps'>>>[number]['step']

/** What is not named here is done in the environment of the shop; the hint says how. */
const PLACES = {
  name: '/settings',
  seller: '/settings',
  legal: '/settings/pages',
  currencies: '/settings/currencies',
  payment: '/settings/methods',
  mail: '/health/mails',
  product: '/catalogue',
  keys: '/catalogue',
} as const satisfies Partial<Record<Step, OfficePath>>

export function FirstSteps() {
  const t = useOfficeWords()
  const list = useQuery({
    queryKey: ['first steps'],
    queryFn: ({ signal }) => officeCall('GET /office/first-steps', {}, { signal }),
    refetchInterval: 10_000,
  })
  const { data: steps = [] } = list
  const count = steps.filter(({ isDone }) => isDone).length
  const failed = <ReadFailed of={list} title={t('firstSteps.title')} className="mt-4" />
  // Of a shop that had done all of them nothing is missing.
  if (count === steps.length) return list.data ? null : failed
  return (
    <section className="mt-6">
      <Card padding="none" className="p-4 sm:p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 className="text-lg">{t('firstSteps.title')}</h2>
          <p className="figures text-sm text-muted">{t('firstSteps.done', { count, of: steps.length })}</p>
        </div>
        <ol className="mt-3 grid gap-3">
          {steps.map(({ step, isDone }) => (
            <li key={step} className="flex gap-3">
              <Mark isDone={isDone} />
              <div className="min-w-0">
                <p className={cx('font-medium', isDone && 'text-muted')}>
                  <Title step={step} isDone={isDone} />
                </p>
                {!isDone && <p className="text-sm break-words text-muted">{t(`firstSteps.hint.${step}`)}</p>}
              </div>
            </li>
          ))}
        </ol>
      </Card>
      {failed}
    </section>
  )
}

function Mark({ isDone }: { isDone: boolean }) {
  const t = useOfficeWords()
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <span className={cx('mt-0.5 shrink-0', isDone ? 'text-good' : 'text-muted')}>
      <Icon size={20} aria-hidden="true" />
      <span className="sr-only">{t(isDone ? 'firstSteps.isDone' : 'firstSteps.toDo')}: </span>
    </span>
  )
}

function Title({ step, isDone }: { step: Step; isDone: boolean }) {
  const t = useOfficeWords()
  const mayGo = useMayGo()
  const said = t(`firstSteps.step.${step}`)
  if (!isDone && step === 'purchase')
    return (
      <a href="/" target="_blank" rel="noopener" className={`${textLinkClass} inline-flex items-center gap-1`}>
        {said} <ExternalLink size={14} aria-hidden="true" />
      </a>
    )
  const to = step in PLACES ? PLACES[step as keyof typeof PLACES] : undefined
  if (isDone || !to || !mayGo(to)) return said
  return (
    <Link to={to} className={textLinkClass}>
      {said}
    </Link>
  )
}
