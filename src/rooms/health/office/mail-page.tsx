// /health/mails/…: one mail, how it is tried, and what people did about it. Never what stands in it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Act, ActsAbout } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { LIVE_MS } from '#rooms/staff/office/listing.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { OrderOf } from '#rooms/staff/office/order-of.tsx'
import { sayMoment, zone } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { type OfficeKey, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Card } from '#ui/card.tsx'
import type { Mail } from './health.ts'
import { sayAge, sayCount } from './health-said.ts'
import { lastMails } from './last-list.ts'
import { MailState, Recipient, sayMail } from './mail-said.tsx'

const route = getRouteApi('/frame/health/mails/$id')

export function MailPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const mail = useQuery({
    queryKey: ['health', 'mail', id],
    queryFn: ({ signal }) => officeCall('GET /office/health/mails/{id}', { params: { id } }, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <OneThing
      of={mail}
      back={
        <Link to="/health/mails" search={lastMails()} className={backClass}>
          <Back>{t('health.mails.title')}</Back>
        </Link>
      }
      titleOf={({ template }) => sayMail(t, template)}
      none={{ title: t('health.mails.noMail'), hint: <p>{t('health.mails.noMailHint')}</p> }}
    >
      {(data) => <Shown mail={data} />}
    </OneThing>
  )
}

function Shown({ mail }: { mail: Mail }) {
  const t = useOfficeWords()
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">{sayMail(t, mail.template)}</h1>
        <MailState state={mail.state} />
      </div>
      <p className="mt-2 max-w-prose text-muted">{t(`health.mails.means.${mail.state}`)}</p>
      <Send mail={mail} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Card>
          <h2 className="text-lg">{t('health.mails.facts')}</h2>
          <Facts mail={mail} />
          <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
        </Card>
        <Card>
          <h2 className="text-lg">{t('audit.history')}</h2>
          <AuditHistory kind="mail" id={mail.id} />
        </Card>
      </div>
    </>
  )
}

function Facts({ mail }: { mail: Mail }) {
  const t = useOfficeWords()
  const { job } = mail
  const facts: [OfficeKey, ReactNode][] = [
    ['health.mails.to', <Recipient key="to" of={mail} />],
    ['health.mails.language', mail.locale],
    ['health.order', mail.orderId && <OrderOf key="order" of={mail} />],
    ['health.mails.made', sayMoment(t, mail.createdAt)],
    ['health.mails.sent', mail.sentAt && sayMoment(t, mail.sentAt)],
    [
      'health.mails.tried',
      job
        ? t('health.jobs.attempts', { count: sayCount(t, job.attempts), most: sayCount(t, job.maxAttempts) })
        : sayCount(t, mail.attempts),
    ],
    ['health.mails.nextTry', job?.nextAt && !job.isRunning && sayAge(t, job.nextAt)],
    ['health.mails.error', job?.error && <bdi key="error">{job.error}</bdi>],
  ]
  return (
    <dl className="figures mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
      {facts
        .filter(([, value]) => value)
        .flatMap(([label, value]) => [
          <dt key={label} className="text-muted">
            {t(label)}
          </dt>,
          <dd key={`${label} is`} className="break-words">
            {value}
          </dd>,
        ])}
    </dl>
  )
}

/** What was sent is sent anew where it belongs: its order writes it afresh. */
function Send({ mail }: { mail: Mail }) {
  const t = useOfficeWords()
  const may = useMay()
  if (mail.state === 'lapsed') return null
  if (mail.state === 'sent' || mail.state === 'kept')
    return mail.orderId && <p className="mt-2 max-w-prose text-muted">{t('health.mails.resendThere')}</p>
  if (!may('health.write') || mail.job?.isRunning) return null
  return (
    <ActsAbout value={`mail ${mail.id}`}>
      <div className="mt-4">
        <Act
          label={t('health.mails.send')}
          explain={t('health.mails.sendWhat')}
          variant="primary"
          schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
          seen={mail.seen}
          send={({ reason }, seen) =>
            actCall('POST /office/health/mails/{id}/send', { params: { id: mail.id }, body: { seen, reason } })
          }
          done={t('health.mails.sendDone')}
        />
      </div>
    </ActsAbout>
  )
}
