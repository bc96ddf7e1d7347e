// /office/settings: what can be changed while the shop runs, each with what it does, and who changed it last.
import { useQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Card } from '#ui/card.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ChangeSetting } from './change-setting.tsx'
import { GROUPS } from './groups.ts'
import { LogoCard } from './logo-card.tsx'
import { type Setting, sayValue, wordsOfKey } from './setting.ts'
import { SettingsTabs } from './settings-tabs.tsx'

export function SettingsPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('settings.title'), me?.shop)
  const list = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => officeCall('GET /office/settings', {}, { signal }),
  })
  return (
    <>
      <SettingsTabs />
      <h1 className="text-2xl">{t('settings.title')}</h1>
      <p className="mt-2 max-w-3xl text-sm text-muted">{t('settings.intro')}</p>
      <LogoCard />
      <Listing list={list}>{(settings) => <Groups settings={settings} />}</Listing>
    </>
  )
}

function Groups({ settings }: { settings: Setting[] }) {
  const t = useOfficeWords()
  const grouped = GROUPS.map(({ name, keys }) => ({
    name,
    rows: keys.flatMap((key) => settings.filter((setting) => setting.key === key)),
  }))
  return (
    <div className="mt-5 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      {grouped.map(({ name, rows }) => (
        <Card key={name} padding="none" className="p-4 sm:p-5">
          <h2 className="text-lg">{t(`settings.groups.${name}`)}</h2>
          <ul className="mt-2 divide-y divide-line">
            {rows.map((setting) => (
              <Row key={setting.key} setting={setting} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Row({ setting }: { setting: Setting }) {
  const t = useOfficeWords()
  const may = useMay()
  const { data: me } = useMe()
  const { title, what } = wordsOfKey(t, setting.key)
  // Until somebody names it here, it is called as it was set up.
  const value = setting.key === 'shop.name' && setting.value === '' ? me?.shop : sayValue(t, setting, setting.value)
  return (
    <li className="py-4" data-setting={setting.key}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 max-w-2xl flex-1 basis-72">
          <h3 className="text-base">{title}</h3>
          <p className="mt-0.5 text-sm text-muted">{what}</p>
        </div>
        <div className="flex min-w-0 items-center gap-3">
          <p className="figures min-w-0 font-medium break-words">
            <bdi>{value}</bdi>
          </p>
          {may('settings.write') && <ChangeSetting setting={setting} title={title} what={what} />}
        </div>
      </div>
      <History setting={setting} />
    </li>
  )
}

function History({ setting: { key, changedAt, changedBy } }: { setting: Setting }) {
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
      <AuditHistory kind="setting" id={key} />
    </Disclosure>
  )
}
