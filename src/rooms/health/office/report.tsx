// The text for whoever helps: made when it is asked for, seen before it is copied.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'

export function Report() {
  const t = useOfficeWords()
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['health', 'report'],
    queryFn: ({ signal }) => officeCall('GET /office/health/report', {}, { signal }),
    enabled: isAsked,
  })
  return (
    <section className="mt-8">
      <h2 className="text-lg">{t('health.report.title')}</h2>
      <p className="mt-1 max-w-prose text-sm text-muted">{t('health.report.what')}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button
          loading={isFetching}
          loadingLabel={t('frame.loading')}
          onClick={() => (isAsked ? void refetch() : setAsked(true))}
        >
          {t(data ? 'health.report.again' : 'health.report.make')}
        </Button>
        {data && (
          <CopyButton
            text={data.text}
            label={t('health.report.copy')}
            done={t('health.report.copied')}
            failed={t('health.report.copyFailed')}
          />
        )}
      </p>
      {error && (
        <Notice tone="bad" live className="mt-3">
          {sayRefusal(t, error)}
        </Notice>
      )}
      {data && (
        <textarea
          readOnly
          rows={16}
          value={data.text}
          aria-label={t('health.report.title')}
          spellCheck={false}
          className="control mt-3 w-full font-mono text-xs"
        />
      )}
    </section>
  )
}
