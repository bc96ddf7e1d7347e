// /office/settings: what can be changed while the shop runs, each with what it does, and who changed it last.
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { TestMail } from '#rooms/health/office/test-mail.tsx'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Card } from '#ui/card.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { ChangeSetting } from './change-setting.tsx'
import { Swatch } from './colour-field.tsx'
import { ContactCard } from './contact-card.tsx'
import { GROUPS } from './groups.ts'
import { LogoCard } from './logo-card.tsx'
import { type Setting, sayValue, wordsOfKey } from './setting.ts'
import { SettingRow } from './setting-row.tsx'
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
  const may = useMay()
  const grouped = GROUPS.map(({ name, keys }) => ({
    name,
    rows: keys.flatMap((key) => settings.filter((setting) => setting.key === key)),
  }))
  return (
    <div className="mt-5 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      {grouped.map(({ name, rows }) => (
        <Fragment key={name}>
          <Card padding="none" className="p-4 sm:p-5">
            <h2 className="text-lg">{t(`settings.groups.${name}`)}</h2>
            <ul className="mt-2 divide-y divide-line">
              {rows.map((setting) => (
                <Row key={setting.key} setting={setting} />
              ))}
            </ul>
            {name === 'mail' && may('health.write') && <TestMail />}
          </Card>
          {name === 'seller' && <ContactCard />}
          {name === 'mail' && <AlertsCard />}
        </Fragment>
      ))}
    </div>
  )
}

function Row({ setting }: { setting: Setting }) {
  const t = useOfficeWords()
  const may = useMay()
  const { data: me } = useMe()
  const { title, what } = wordsOfKey(t, setting.key)
  const { key, changedAt, changedBy } = setting
  const isColour = setting.control.is === 'colour' && setting.value !== ''
  // Until somebody names it here, it is called as it was set up.
  const said = key === 'shop.name' && setting.value === '' ? me?.shop : sayValue(t, setting, setting.value)
  const value = isColour ? <Swatch colour={setting.value} /> : said
  return (
    <SettingRow
      {...{ title, what, value, changedAt, changedBy }}
      subject={{ kind: 'setting', id: key }}
      act={may('settings.write') && <ChangeSetting setting={setting} title={title} what={what} />}
    />
  )
}
