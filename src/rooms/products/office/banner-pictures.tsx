// What a banner shows: an uploaded picture or the drawn one; another for languages that are read from the right.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { CropAct } from '#rooms/staff/office/crop-act.tsx'
import { LibraryAct } from '#rooms/staff/office/library-act.tsx'
import { PictureUpload } from '#rooms/staff/office/picture-upload.tsx'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { type Banner, BannerPicture } from './banner.tsx'

export function Shows({ banner, rtl = false }: { banner: Banner; rtl?: boolean }) {
  const t = useOfficeWords()
  const may = useMay()
  const seen = rtl ? banner.rtlPictureId : banner.pictureId
  const change = (pictureId: string | null, was: string | null) =>
    actCall('POST /office/banners/{id}/picture', { params: { id: banner.id }, body: { pictureId, seen: was, rtl } })
  const what = seen ? 'uploaded' : rtl ? (banner.pictureId ? 'rtlSame' : 'rtlDrawn') : 'drawn'
  return (
    <div className="mt-3 grid gap-3">
      <BannerPicture img={rtl ? banner.imgRtl : banner.img} />
      <p className="text-sm text-muted">{t(`shelves.banner.${what}`)}</p>
      {may('catalogue.write') && (
        <>
          <PictureUpload
            label={t('pictures.choose')}
            hint={t(rtl ? 'shelves.banner.rtlPictureHint' : 'shelves.banner.pictureHint')}
            show={(pictureId) => change(pictureId, seen)}
            done={() => t('pictures.done')}
          />
          <div className="flex flex-wrap gap-2">
            <LibraryAct seen={seen} show={change} done={t('pictures.done')} />
            {seen && (
              <>
                <CropAct pictureId={seen} ratio={21 / 9} show={change} />
                <Act
                  label={t(rtl && banner.pictureId ? 'shelves.banner.showSame' : 'pictures.remove')}
                  explain={t(rtl && banner.pictureId ? 'shelves.banner.showSameWhat' : 'pictures.removeWhat')}
                  asksReason={false}
                  schema={async () => (await import('./forms.ts')).NothingForm}
                  seen={seen}
                  send={(_, was) => change(null, was)}
                  done={t(rtl && banner.pictureId ? 'shelves.banner.sameShown' : 'pictures.removed')}
                />
              </>
            )}
          </div>
        </>
      )}
    </div>
  )
}
