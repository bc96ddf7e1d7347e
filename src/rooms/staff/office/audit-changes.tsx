// What an act has changed: before → after.
import { ArrowRight } from 'lucide-react'
import { changesOf, type Done } from './audit-said.ts'
import { useOfficeWords } from './words.ts'

export function AuditChanges({ of }: { of: Done }) {
  const t = useOfficeWords()
  const changes = changesOf(t, of)
  if (changes.length === 0) return null
  return (
    <dl className="mt-1 grid gap-0.5 text-sm">
      {changes.map(({ what, before: old, after: now }) => (
        <div key={what} className="wrap-anywhere">
          <dt className="inline text-muted">
            <bdi>{what}</bdi>:{' '}
          </dt>
          <dd className="inline">
            {old !== undefined && (
              <>
                <del className="text-muted decoration-1">
                  <bdi>{old}</bdi>
                </del>{' '}
                <ArrowRight size={14} className="flip-rtl inline" aria-label={t('audit.became')} />{' '}
              </>
            )}
            <bdi>{now ?? t('audit.nothing')}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
