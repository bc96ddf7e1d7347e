// The shop's logo: uploaded, another one for dark grounds, and back to the drawn mark with the written name.
import { useQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { LibraryAct } from '#rooms/staff/office/library-act.tsx'
import { useLogo } from '#rooms/staff/office/office-logo.tsx'
import { PictureUpload } from '#rooms/staff/office/picture-upload.tsx'
import { useMay } from '#rooms/staff/office/session.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'

const PLACES = ['light', 'dark'] as const
type Place = (typeof PLACES)[number]

export function LogoCard() {
  const t = useOfficeWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['logo', 'pictures'],
    queryFn: ({ signal }) => officeCall('GET /office/logo/pictures', {}, { signal }),
  })
  if (!data && !error) return null
  return (
    <Card as="section" padding="none" id="logo" className="mt-5 max-w-4xl p-4 sm:p-5">
      <h2 className="text-lg">{t('logo.title')}</h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">{t('logo.what')}</p>
      {data ? (
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          {PLACES.map((place) => (
            <Side key={place} place={place} seen={data[place]} />
          ))}
        </div>
      ) : (
        <Notice
          tone="bad"
          live
          className="mt-4"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {t('frame.again')}
            </Button>
          }
        >
          {sayRefusal(t, error!)}
        </Notice>
      )}
    </Card>
  )
}

function Side({ place, seen }: { place: Place; seen: string | null }) {
  const t = useOfficeWords()
  const may = useMay()
  const { data: logo } = useLogo()
  const file = logo?.[place]
  const change = (pictureId: string | null, was: string | null) =>
    actCall('POST /office/logo/{place}', { params: { place }, body: { pictureId, seen: was } })
  return (
    <section className="grid min-w-0 content-start gap-3">
      <h3 className="text-base">{t(`logo.${place}`)}</h3>
      {file && (
        // Each on the ground that it is for, whichever theme the office has.
        <div
          className={cx(
            'flex h-24 items-center justify-center rounded-control border border-line px-4',
            place === 'light' ? 'bg-on-picture' : 'bg-picture-ground',
          )}
        >
          <img {...file} alt={t('logo.uploaded')} className="h-auto max-h-16 w-auto max-w-full object-contain" />
        </div>
      )}
      <p className="text-sm text-muted">{t(seen ? 'logo.uploaded' : `logo.none.${place}`)}</p>
      {may('settings.write') && (
        <>
          <PictureUpload
            call="POST /office/logo/file"
            label={t(`logo.choose.${place}`)}
            hint={t('logo.hint')}
            show={(pictureId) => change(pictureId, seen)}
            done={() => t('logo.done')}
          />
          <div className="flex flex-wrap gap-2">
            {may('catalogue.read') && <LibraryAct seen={seen} show={change} done={t('logo.done')} />}
            {seen && (
              <Act
                label={t(`logo.remove.${place}`)}
                explain={t(`logo.removeWhat.${place}`)}
                asksReason={false}
                schema={async () => (await import('./forms.ts')).NothingForm}
                seen={seen}
                send={(_, was) => change(null, was)}
                done={t('logo.removed')}
              />
            )}
          </div>
        </>
      )}
      <Disclosure className="border-none text-xs text-muted" summary={t('audit.history')}>
        <AuditHistory kind="setting" id={`shop.logo.${place}`} />
      </Disclosure>
    </section>
  )
}
