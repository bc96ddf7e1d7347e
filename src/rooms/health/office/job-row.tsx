// One job that failed, with what may be done about it.
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge } from '#ui/badge.tsx'
import type { FailedJob } from './health.ts'
import { sayAge, sayCount } from './health-said.ts'

const WAYS = {
  retry: { call: 'POST /office/health/jobs/{id}/retry', variant: 'secondary' },
  giveUp: { call: 'POST /office/health/jobs/{id}/give-up', variant: 'ghost' },
  remove: { call: 'POST /office/health/jobs/{id}/remove', variant: 'danger' },
} as const

const reasonForm = async () => (await import('#rooms/staff/forms.ts')).ReasonForm

export function JobRow({ job }: { job: FailedJob }) {
  const t = useOfficeWords()
  const may = useMay()
  const isDead = job.nextAt === null
  const ways = isDead ? (['retry', 'remove'] as const) : (['retry', 'giveUp'] as const)
  return (
    <li data-job={job.id} className="grid min-w-0 gap-1.5 rounded-card border border-line bg-surface p-4 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <bdi className="min-w-0 font-mono font-medium break-words">{job.task}</bdi>
        <Badge tone={job.isRunning ? 'plain' : isDead ? 'bad' : 'warn'}>
          {t(`health.jobs.states.${job.isRunning ? 'running' : isDead ? 'dead' : 'trying'}`)}
        </Badge>
      </p>
      {job.error && (
        <p className="break-words">
          <bdi>{job.error}</bdi>
        </p>
      )}
      <p className="figures flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <span>
          {t('health.jobs.attempts', { count: sayCount(t, job.attempts), most: sayCount(t, job.maxAttempts) })}
        </span>
        <span>
          {t('health.jobs.since')} <time dateTime={job.since}>{sayMoment(t, job.since)}</time>
        </span>
        {job.nextAt && !job.isRunning && <span>{t('health.jobs.next', { when: sayAge(t, job.nextAt) })}</span>}
      </p>
      {job.about.map(({ name, id }) => (
        <p key={name} className="font-mono text-xs break-all text-muted">
          {name}: {id}
        </p>
      ))}
      {may('health.write') && !job.isRunning && (
        <div className="mt-1 flex flex-wrap gap-2">
          {ways.map((way) => (
            <Act
              key={way}
              size="sm"
              label={t(`health.jobs.${way}`)}
              explain={t(`health.jobs.${way}What`)}
              variant={WAYS[way].variant}
              schema={reasonForm}
              seen={job.seen}
              send={({ reason }, seen) => actCall(WAYS[way].call, { params: { id: job.id }, body: { seen, reason } })}
              done={t(`health.jobs.${way}Done`)}
            />
          ))}
        </div>
      )}
    </li>
  )
}
