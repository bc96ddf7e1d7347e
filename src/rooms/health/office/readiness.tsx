// Whether the shop can sell, and what is wrong beside that: what it means, the way out, and the line as `readyz` says it.
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Notice } from '#ui/notice.tsx'
import type { Health } from './health.ts'

export function Readiness({ health: { ready, wrong } }: { health: Health }) {
  const t = useOfficeWords()
  return (
    <section className="mt-4">
      <h2 className="sr-only">{t('health.readiness')}</h2>
      <Notice
        tone={ready ? (wrong.length > 0 ? 'warn' : 'good') : 'bad'}
        title={t(ready ? (wrong.length > 0 ? 'health.readyBut' : 'health.ready') : 'health.notReady')}
      />
      {wrong.length > 0 && (
        <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
          {wrong.map(({ about, line }) => (
            <li key={line} className="grid min-w-0 gap-1 rounded-card border border-line bg-surface p-4 text-sm">
              <h3 className="font-medium">{t(`health.about.${about}.what`)}</h3>
              <p className="text-muted">{t(`health.about.${about}.out`)}</p>
              <p className="font-mono text-xs break-words">
                <bdi>{line}</bdi>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
