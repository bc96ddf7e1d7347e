// Where alerts are told: by mail, and by what else the shop was set up with; how each does, and a test.
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useNamed } from '#rooms/staff/office/use-named.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Card } from '#ui/card.tsx'

type Way = Awaited<ReturnType<typeof officeCall<'GET /office/alert-channels'>>>['channels'][number]

export function AlertsCard() {
  const t = useOfficeWords()
  const list = useQuery({
    queryKey: ['settings', 'alerts'],
    queryFn: ({ signal }) => officeCall('GET /office/alert-channels', {}, { signal }),
  })
  return (
    <Card padding="none" className="p-4 sm:p-5">
      <h2 className="text-lg">{t('settings.groups.alerts')}</h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">{t('settings.alerts.intro')}</p>
      <Listing list={list}>
        {({ mail, channels }) => (
          <ul className="mt-2 divide-y divide-line">
            <Row name="mail" where={mail} />
            {channels.map((way) => (
              <Row key={way.channel} name={way.channel} where={way.where} way={way} />
            ))}
          </ul>
        )}
      </Listing>
    </Card>
  )
}

function Row({ name, where, way }: { name: Way['channel'] | 'mail'; where: string | null; way?: Way }) {
  const t = useOfficeWords()
  const may = useMay()
  const title = t(`settings.alerts.${name}.title`)
  const named = useNamed('alertChannel', name)
  return (
    <li {...named} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 max-w-2xl flex-1 basis-72">
        <h3 className="text-base">{title}</h3>
        <p className="mt-0.5 text-sm text-muted">{t(`settings.alerts.${name}.what`)}</p>
        {way?.where && (
          <p className={`mt-1.5 text-xs ${way.failing ? 'font-medium text-bad' : 'text-muted'}`}>{howItDoes(t, way)}</p>
        )}
      </div>
      <div className="flex min-w-0 items-center gap-3">
        <p className={`min-w-0 max-w-72 break-words ${where ? 'font-medium' : 'text-muted'}`}>
          <bdi>{where ?? t('settings.alerts.off')}</bdi>
        </p>
        {way?.where && may('settings.write') && <TestAlert channel={way.channel} title={title} where={way.where} />}
      </div>
    </li>
  )
}

function howItDoes(t: TranslateOffice, { sentAt, failing }: Way): string {
  if (failing)
    return t('settings.alerts.failing', {
      at: sayMoment(t, failing.since),
      why: t(`settings.alerts.why.${failing.what as 'status'}`),
    })
  return sentAt ? t('settings.alerts.taken', { at: sayMoment(t, sentAt) }) : t('settings.alerts.unused')
}

function TestAlert({ channel, title, where }: { channel: Way['channel']; title: string; where: string }) {
  const t = useOfficeWords()
  return (
    <Act
      size="sm"
      label={t('settings.alerts.test')}
      explain={t('settings.alerts.testWhat', { channel: title, where })}
      icon={<Send size={16} />}
      asksReason={false}
      schema={async () => (await import('#rooms/staff/forms.ts')).SureForm}
      send={() => actCall('POST /office/alert-channels/{channel}/test', { params: { channel } })}
      done={t('settings.alerts.testDone')}
    />
  )
}
