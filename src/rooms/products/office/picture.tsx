// The picture of a product: what it shows, another one uploaded, and the way back to the drawn one.
import { useQueryClient } from '@tanstack/react-query'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { CropAct } from '#rooms/staff/office/crop-act.tsx'
import { LibraryAct } from '#rooms/staff/office/library-act.tsx'
import { PictureUpload } from '#rooms/staff/office/picture-upload.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import type { Product } from './edits.ts'

export function Picture({ product: { id, img, pictureId }, readOnly }: { product: Product; readOnly: boolean }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const change = (to: string | null, seen: string | null) =>
    actCall('POST /office/products/{id}/picture', { params: { id }, body: { pictureId: to, seen } })
  return (
    <div className="mt-3 flex flex-wrap gap-4">
      <img
        src={img.replace('/480.', '/360.')}
        alt={t(pictureId ? 'pictures.uploaded' : 'pictures.drawn')}
        width={180}
        height={240}
        className="h-60 w-45 rounded-mark bg-tint object-cover"
      />
      <div className="grid min-w-0 flex-1 basis-60 content-start gap-3">
        <p>{t(pictureId ? 'pictures.uploaded' : 'pictures.drawn')}</p>
        {!readOnly && (
          <>
            <PictureUpload
              label={t('pictures.choose')}
              hint={t('pictures.hint')}
              show={async (to) => queries.setQueryData(['product', id], await change(to, pictureId))}
              done={() => t('pictures.done')}
            />
            <div className="flex flex-wrap gap-2">
              <LibraryAct
                seen={pictureId}
                show={async (to, seen) => queries.setQueryData(['product', id], await change(to, seen))}
                done={t('pictures.done')}
              />
              {pictureId && (
                <>
                  <CropAct
                    pictureId={pictureId}
                    ratio={3 / 4}
                    show={async (to, seen) => queries.setQueryData(['product', id], await change(to, seen))}
                  />
                  <Act
                    label={t('pictures.remove')}
                    explain={t('pictures.removeWhat')}
                    asksReason={false}
                    schema={async () => (await import('./forms.ts')).NothingForm}
                    seen={pictureId}
                    send={(_, seen) => change(null, seen)}
                    done={t('pictures.removed')}
                  />
                </>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  )
}
