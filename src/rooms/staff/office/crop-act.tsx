// A button, and behind it the question which part of an uploaded picture is shown and where it is looked at. Its code comes with it.
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Coming, onceThere } from './coming.tsx'
import { OfficeDialog } from './office-dialog.tsx'
import { useOfficeWords } from './words.ts'

const Cropper = lazy(() => onceThere(() => import('./cropper.tsx')))

interface CropActProps {
  pictureId: string
  /** Width by height that the part must have; absent: any. */
  ratio?: number
  /** Of the picture that was made of the part. */
  show: (pictureId: string, seen: string) => Promise<unknown>
  size?: 'sm' | 'md'
}

export function CropAct({ size, ...crop }: CropActProps) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        {t('crop.title')}
      </Button>
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('crop.title')} lightDismiss={false} size="lg">
        {isOpen && (
          <Suspense fallback={<Coming headingLevel={3} />}>
            <Cropper {...crop} onDone={() => setOpen(false)} />
          </Suspense>
        )}
      </OfficeDialog>
    </>
  )
}
