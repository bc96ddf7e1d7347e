// Figures of the machine, the database and the programs; what is out of bounds says so and what to do.
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { sayMoment, saySize } from '#rooms/staff/office/said.ts'
import { type OfficeKey, type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Card } from '#ui/card.tsx'
import type { Health } from './health.ts'
import { sayAge, sayCount, secondsSince } from './health-said.ts'

/** A backup is older than that: nobody takes one each day. */
const BACKUP_SECONDS = 2 * 86_400
/** Entries of the journal go to their files within a second. */
const JOURNAL_SECONDS = 60

interface Figure {
  label: OfficeKey
  value: ReactNode
  more?: ReactNode
  /** What is wrong with it. */
  wrong?: OfficeKey | false | undefined
}

export function Figures({ health }: { health: Health }) {
  const t = useOfficeWords()
  return (
    <section className="mt-8">
      <h2 className="text-lg">{t('health.figures')}</h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {figuresOf(t, health).map(({ label, value, more, wrong }) => (
          <li key={label}>
            <Card padding="none" className="h-full p-4">
              <h3 className="text-sm font-normal text-muted">{t(label)}</h3>
              <p className="figures mt-1 text-xl font-semibold break-words">{value}</p>
              {more && <p className="figures mt-1 text-xs break-words text-muted">{more}</p>}
              {wrong && (
                <p className="mt-2 flex gap-1.5 text-sm text-bad">
                  <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" /> {t(wrong)}
                </p>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

const figuresOf = (t: TranslateOffice, health: Health): Figure[] => [...ofMachine(t, health), ...ofPrograms(t, health)]

function ofMachine(t: TranslateOffice, { database, disk, backupAt, journal }: Health): Figure[] {
  const { connections, mostConnections } = database
  return [
    {
      ...{ label: 'health.disk', value: disk ? saySize(t, disk.free) : t('health.unknown') },
      more: disk && t('health.of', { all: saySize(t, disk.size) }),
      wrong: disk && disk.free < disk.size / 10 && 'health.diskLow',
    },
    {
      ...{ label: 'health.database', value: saySize(t, database.bytes) },
      more: t('health.connections', { count: sayCount(t, connections), all: sayCount(t, mostConnections) }),
      wrong: connections > mostConnections * 0.8 && 'health.connectionsFew',
    },
    {
      ...{ label: 'health.backup', value: backupAt ? sayAge(t, backupAt) : t('health.backupNone') },
      more: backupAt ? sayMoment(t, backupAt) : t('health.backupKnown'),
      wrong: (backupAt === null || secondsSince(backupAt) > BACKUP_SECONDS) && 'health.backupOld',
    },
    {
      label: 'health.journal',
      value: journal.waiting === 0 ? t('health.journalWritten') : sayCount(t, journal.waiting),
      more: journal.since && t('health.journalSince', { at: sayMoment(t, journal.since) }),
      wrong: journal.since && secondsSince(journal.since) > JOURNAL_SECONDS ? 'health.journalStuck' : undefined,
    },
  ] as Figure[]
}

function ofPrograms(t: TranslateOffice, { versions, migrations, upSince, instances, workers }: Health): Figure[] {
  return [
    {
      ...{ label: 'health.program', value: versions.program },
      more: t('health.runsOn', { node: versions.node, database: versions.database }),
    },
    {
      ...{ label: 'health.migrations', value: sayCount(t, migrations.applied), more: migrations.latest },
      wrong: migrations.missing > 0 && 'health.migrationsMissing',
    },
    { label: 'health.up', value: sayAge(t, upSince), more: sayMoment(t, upSince) },
    {
      ...{ label: 'health.instances', value: sayCount(t, instances) },
      more: t('health.workers', { count: sayCount(t, workers) }),
      wrong: workers === 0 && 'health.workersNone',
    },
  ]
}
