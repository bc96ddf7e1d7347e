// How the shop is reached: the texts that stand at the end of every page.
import { useQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { ChangeAct, type Held } from '#rooms/staff/office/change-act.tsx'
import { LanguageFields } from '#rooms/staff/office/language-fields.tsx'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_CONTACT } from '../limits.ts'
import { SettingRow } from './setting-row.tsx'

type Way = Awaited<ReturnType<typeof officeCall<'GET /office/contact'>>>[number]

export function ContactCard() {
  const t = useOfficeWords()
  const list = useQuery({
    queryKey: ['settings', 'contact'],
    queryFn: ({ signal }) => officeCall('GET /office/contact', {}, { signal }),
  })
  return (
    <Card padding="none" className="p-4 sm:p-5">
      <h2 className="text-lg">{t('settings.groups.contact')}</h2>
      <p className="mt-1 text-sm text-muted">{t('settings.contact.intro')}</p>
      <Listing list={list}>
        {(ways) => (
          <ul className="mt-2 divide-y divide-line">
            {ways.map((way) => (
              <Row key={way.item} way={way} />
            ))}
          </ul>
        )}
      </Listing>
    </Card>
  )
}

function Row({ way }: { way: Way }) {
  const t = useOfficeWords()
  const may = useMay()
  const { item, content, changedAt, changedBy } = way
  const title = t(`settings.contact.of.${item}.title`)
  const what = t(`settings.contact.of.${item}.what`)
  return (
    <SettingRow
      {...{ title, what, changedAt, changedBy }}
      value={content['en-US'] ?? t('settings.contact.none')}
      subject={{ kind: 'contact', id: item }}
      act={may('settings.write') && <Change way={way} title={title} what={what} />}
    />
  )
}

function Change({ way: { item, content, seen }, title, what }: { way: Way; title: string; what: string }) {
  const t = useOfficeWords()
  // Only the hours are words.
  const codes = item === 'hours' ? LOCALES.map(({ code }) => code) : (['en-US'] as const)
  return (
    <ChangeAct
      size="sm"
      label={t('settings.change')}
      explain={
        <>
          <strong className="block text-ink">{title}</strong>
          {what}
        </>
      }
      now={Object.fromEntries(codes.map((code) => [`${TEXT}${code}`, content[code] ?? '']))}
      seen={seen}
      asksReason
      schema={async () => (await import('./forms.ts')).ContactForm}
      fields={(wire) => {
        const labels = { english: t('settings.contact.text'), others: t('settings.contact.others') }
        return item === 'hours' ? (
          <LanguageFields wire={wire} kind="text" labels={labels} maxLength={LONGEST_CONTACT} mayLack />
        ) : (
          <TextField
            {...wire('text.en-US')}
            label={labels.english}
            maxLength={LONGEST_CONTACT}
            autoComplete="off"
            dir="ltr"
          />
        )
      }}
      save={(_, reason, { held, seen }) =>
        actCall('POST /office/contact/{item}', { params: { item }, body: { content: textsIn(held), seen, reason } })
      }
      done={t('settings.done')}
    />
  )
}

const TEXT = 'text.'

/** By language; what is empty is none. */
const textsIn = (held: Held) =>
  Object.fromEntries(
    Object.entries(held).flatMap(([name, text]) => (text === '' ? [] : [[name.slice(TEXT.length), String(text)]])),
  )
