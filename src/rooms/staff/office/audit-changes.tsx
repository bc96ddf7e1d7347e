// What an act has changed: before → after.
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { textLinkClass } from '#ui/button-class.ts'
import { aroundChange } from './around-change.ts'
import { type Change, changesOf, type Done } from './audit-said.ts'
import { useMayGo } from './session.ts'
import { useOfficeWords } from './words.ts'

export function AuditChanges({ of }: { of: Done }) {
  const t = useOfficeWords()
  const mayGo = useMayGo()
  const changes = changesOf(t, of)
  if (changes.length === 0) return null
  return (
    <dl className="mt-1 grid gap-0.5 text-sm">
      {changes.map(({ what, bulk, ...change }) => {
        const [old, now] = shortened(change)
        return (
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
              {bulk && mayGo('/catalogue/bulk') ? (
                <Link to="/catalogue/bulk/$id" params={{ id: bulk }} className={textLinkClass}>
                  {now}
                </Link>
              ) : (
                <bdi>{now ?? t('audit.nothing')}</bdi>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function shortened({ before, after }: Omit<Change, 'what'>): [before?: string, after?: string] {
  const [old, now] = aroundChange(before ?? '', after ?? '')
  return [before === undefined ? undefined : old, after === undefined ? undefined : now]
}
