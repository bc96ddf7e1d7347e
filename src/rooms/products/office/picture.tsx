// The picture of a product: what it shows, another one uploaded, and the way back to the drawn one.
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { upload } from '#browser/upload.ts'
import { MOST_BYTES } from '#rooms/pictures/limits.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { toast } from '#ui/toast.ts'
import type { Product } from './edits.ts'

export function Picture({ product, readOnly }: { product: Product; readOnly: boolean }) {
  const t = useOfficeWords()
  const { part, problem, take } = usePicture(product)
  const field = useId()
  return (
    <div className="mt-3 flex flex-wrap gap-4">
      <img
        src={product.img.replace('/480.', '/360.')}
        alt={t(product.pictureId ? 'pictures.uploaded' : 'pictures.drawn')}
        width={180}
        height={240}
        className="h-60 w-45 rounded-mark bg-tint object-cover"
      />
      <div className="grid min-w-0 flex-1 basis-60 content-start gap-3">
        <p>{t(product.pictureId ? 'pictures.uploaded' : 'pictures.drawn')}</p>
        {!readOnly && (
          <>
            {/* The browser's own button speaks the browser's language. */}
            <input
              id={field}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/avif"
              aria-describedby={`${field}-hint`}
              disabled={part !== undefined}
              className="peer sr-only"
              onChange={({ target }) => {
                const file = target.files?.[0]
                if (file) void take(file)
                // The same file may be chosen again.
                target.value = ''
              }}
            />
            <label
              htmlFor={field}
              className={cx(
                buttonClass({}),
                'cursor-pointer justify-self-start peer-focus-visible:outline-2 peer-disabled:opacity-60',
              )}
            >
              {t('pictures.choose')}
            </label>
            <p id={`${field}-hint`} className="text-sm text-muted">
              {t('pictures.hint')}
            </p>
            {part !== undefined && (
              <Progress aria-label={t('pictures.uploading')} max={1} value={part < 1 ? part : undefined} />
            )}
            {problem && (
              <Notice tone="bad" live>
                {problem}
              </Notice>
            )}
            {product.pictureId && (
              <div>
                <Act
                  label={t('pictures.remove')}
                  explain={t('pictures.removeWhat')}
                  asksReason={false}
                  schema={async () => (await import('./forms.ts')).NothingForm}
                  seen={product.pictureId}
                  send={(_, seen) =>
                    actCall('POST /office/products/{id}/picture', {
                      params: { id: product.id },
                      body: { pictureId: null, seen },
                    })
                  }
                  done={t('pictures.removed')}
                />
              </div>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** Sends a file and shows it. `part`: how much of it has come, while it is under way. */
function usePicture({ id, pictureId: seen }: Product) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()

  async function take(file: File) {
    setProblem(undefined)
    if (file.size > MOST_BYTES) return setProblem(t('pictures.refused.tooLarge'))
    setPart(0)
    try {
      const signal = new AbortController().signal
      const sent = await upload('POST /office/pictures', file, { onProgress: setPart, signal })
      const body = { pictureId: sent.id, seen }
      const saved = await actCall('POST /office/products/{id}/picture', { params: { id }, body })
      queries.setQueryData(['product', id], saved)
      toast({ message: t('pictures.done'), tone: 'good' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(sayRefusal(t, error))
    } finally {
      setPart(undefined)
      await queries.invalidateQueries()
    }
  }
  return { part, problem, take }
}
