// The question that changes a banner. Times are typed in the browser's zone, to the minute, and sent in UTC.
import { LOCALES } from '#platform/i18n/locales.ts'
import { LONGEST_BANNER } from '#rooms/content/rules.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { type Change, ChangeAct, type Held } from '#rooms/staff/office/change-act.tsx'
import { LanguageFields } from '#rooms/staff/office/language-fields.tsx'
import { PositionField } from '#rooms/staff/office/position-field.tsx'
import { sayMoment, zone } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { TextField } from '#ui/text-field.tsx'
import type { Banner } from './banner.tsx'
import { LinkField, MotifField, sayMotif } from './banners-page.tsx'
import { nameIn } from './shelves.ts'

export function ChangeBanner({ banner }: { banner: Banner }) {
  const t = useOfficeWords()
  const say = (local: string | number) => sayMoment(t, new Date(local).toISOString())
  return (
    <ChangeAct
      label={t('catalogue.acts.change')}
      explain={<bdi>{nameIn(t, banner.title)}</bdi>}
      now={heldIn(banner)}
      schema={async () => (await import('./forms.ts')).ChangeBannerForm}
      fields={(wire) => (
        <>
          {(['title', 'line'] as const).map((kind) => (
            <LanguageFields
              key={kind}
              wire={wire}
              kind={kind}
              labels={{ english: t(`shelves.banner.${kind}`), others: t(`shelves.banner.${kind}Others`) }}
              maxLength={LONGEST_BANNER[kind]}
              mayLack={kind === 'line'}
            />
          ))}
          <LinkField {...wire('link', { hint: t('shelves.banner.linkHint') })} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...wire('fromAt', { hint: t('order.zone', { zone: zone() }), say })}
              label={t('shelves.banner.from')}
              type="datetime-local"
            />
            <TextField {...wire('untilAt', { say })} label={t('shelves.banner.until')} type="datetime-local" />
          </div>
          <PositionField wire={wire} />
          {banner.pictureId === null && (
            <div className="grid gap-4 sm:grid-cols-2">
              <MotifField {...wire('genre', { say: (genre) => sayMotif(t, String(genre)) })} genre={banner.genre} />
              <TextField
                {...wire('seed', { hint: t('shelves.banner.seedHint') })}
                label={t('shelves.banner.seed')}
                maxLength={LONGEST_BANNER.seed}
                autoComplete="off"
              />
            </div>
          )}
        </>
      )}
      save={(changes) =>
        actCall('POST /office/banners/{id}', {
          params: { id: banner.id },
          body: { changes: changes.map((change) => inUtc(change, banner)) },
        })
      }
      done={t('catalogue.saved')}
    />
  )
}

const heldIn = ({ title, line, link, position, genre, seed, fromAt, untilAt }: Banner): Held => ({
  ...Object.fromEntries(
    LOCALES.flatMap(({ code }) => [
      [`title.${code}`, title[code] ?? ''],
      [`line.${code}`, line[code] ?? ''],
    ]),
  ),
  ...{ link, position, genre, seed, fromAt: localOf(fromAt), untilAt: localOf(untilAt) },
})

/** As a field for date and time holds it: `2026-12-24T18:00` in the browser's zone. */
function localOf(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function inUtc({ field, from, to }: Change, banner: Banner): Change {
  if (field !== 'fromAt' && field !== 'untilAt') return { field, from, to }
  const utc = (local: string | number) => (local === '' ? '' : new Date(local).toISOString())
  // What the server holds to the second is the same minute here.
  const held = banner[field]
  return { field, from: held !== null && localOf(held) === from ? held : utc(from), to: utc(to) }
}
