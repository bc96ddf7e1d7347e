// One thing that can be set: what it does, what it is, by what it is changed, and who did that.
import type { ReactNode } from 'react'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useNamed } from '#rooms/staff/office/use-named.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Disclosure } from '#ui/disclosure.tsx'

interface SettingRowProps {
  title: string
  what: string
  value: ReactNode
  /** As the log of what people did names it. */
  subject: { kind: string; id: string }
  /** Null: as the shop began with it. */
  changedAt: string | null
  changedBy: string | null
  act: ReactNode
}

export function SettingRow({ title, what, value, subject, changedAt, changedBy, act }: SettingRowProps) {
  const named = useNamed(subject.kind, subject.id)
  return (
    <li {...named} className="py-4" data-setting={subject.id}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 max-w-2xl flex-1 basis-72">
          <h3 className="text-base">{title}</h3>
          <p className="mt-0.5 text-sm text-muted">{what}</p>
        </div>
        <div className="flex min-w-0 items-center gap-3">
          <p className="figures min-w-0 max-w-72 font-medium break-words whitespace-pre-line">
            <bdi>{value}</bdi>
          </p>
          {act}
        </div>
      </div>
      <History subject={subject} changedAt={changedAt} changedBy={changedBy} />
    </li>
  )
}

function History({
  subject: { kind, id },
  changedAt,
  changedBy,
}: Pick<SettingRowProps, 'subject' | 'changedAt' | 'changedBy'>) {
  const t = useOfficeWords()
  if (!changedAt) return <p className="mt-1.5 text-xs text-muted">{t('settings.asBegun')}</p>
  return (
    <Disclosure
      className="mt-1.5 border-none text-xs text-muted"
      summary={
        <>
          {t('settings.changed', { at: sayMoment(t, changedAt) })} <bdi>{changedBy}</bdi>
        </>
      }
    >
      <AuditHistory kind={kind} id={id} />
    </Disclosure>
  )
}
