// What a product looks like inside: uploaded several at once, put in order, described in languages, removed.
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { ChangeAct } from '#rooms/staff/office/change-act.tsx'
import { CropAct } from '#rooms/staff/office/crop-act.tsx'
import { LanguageFields } from '#rooms/staff/office/language-fields.tsx'
import { LibraryAct } from '#rooms/staff/office/library-act.tsx'
import { PictureUpload } from '#rooms/staff/office/picture-upload.tsx'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { LONGEST_ALT, MOST_SCREENSHOTS } from '../limits.ts'
import type { Product } from './edits.ts'

type Screenshot = Product['screenshots'][number]

export function Screenshots({ product, readOnly }: { product: Product; readOnly: boolean }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const { id, screenshots } = product
  const { move, problem, isMoving } = useMoving(product)
  async function add(pictureId: string) {
    const saved = await actCall('POST /office/products/{id}/screenshots', { params: { id }, body: { pictureId } })
    queries.setQueryData(['product', id], saved)
  }
  return (
    <div className="mt-3 grid gap-4">
      {screenshots.length === 0 && <p className="text-muted">{t('screenshots.none')}</p>}
      <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {screenshots.map((one, index) => (
          <li key={one.id} className="flex min-w-0 flex-col overflow-hidden rounded-control border border-line">
            <img
              src={one.img.replace('/960.', '/480.')}
              alt={one.alt['en-US'] ?? ''}
              width={480}
              height={270}
              loading="lazy"
              className="aspect-video w-full bg-tint object-cover"
            />
            <div className="flex flex-1 flex-col gap-2 p-3">
              <div className="flex items-center gap-1">
                <p className="figures flex-1 text-sm text-muted">
                  {t('screenshots.place', { number: index + 1, count: screenshots.length })}
                </p>
                {!readOnly && (
                  <>
                    <IconButton
                      label={t('screenshots.earlier', { number: index + 1 })}
                      size="sm"
                      disabled={index === 0 || isMoving}
                      onClick={() => void move(index, index - 1)}
                    >
                      <ArrowLeft size={18} />
                    </IconButton>
                    <IconButton
                      label={t('screenshots.later', { number: index + 1 })}
                      size="sm"
                      disabled={index === screenshots.length - 1 || isMoving}
                      onClick={() => void move(index, index + 1)}
                    >
                      <ArrowRight size={18} />
                    </IconButton>
                  </>
                )}
              </div>
              <Said of={one} />
              {!readOnly && (
                <div className="mt-auto flex flex-wrap gap-2 pt-1">
                  <Describe of={one} />
                  <CropAct
                    pictureId={one.pictureId}
                    size="sm"
                    show={async (pictureId, seen) => {
                      const body = { pictureId, seen }
                      const saved = await actCall('POST /office/screenshots/{id}/picture', {
                        params: { id: one.id },
                        body,
                      })
                      queries.setQueryData(['product', id], saved)
                    }}
                  />
                  <Remove of={one} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {!readOnly && screenshots.length < MOST_SCREENSHOTS && (
        <>
          <PictureUpload
            multiple
            label={t('screenshots.choose')}
            hint={t('screenshots.hint', { most: MOST_SCREENSHOTS })}
            show={add}
            done={(count) => t('screenshots.done', { count })}
          />
          <div>
            <LibraryAct seen={null} show={add} done={t('screenshots.done', { count: 1 })} />
          </div>
        </>
      )}
    </div>
  )
}

function useMoving({ id, screenshots }: Product) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [isMoving, setMoving] = useState(false)

  async function move(from: number, to: number) {
    const seen = screenshots.map((one) => one.id)
    const ids = seen.toSpliced(from, 1).toSpliced(to, 0, seen[from]!)
    setProblem(undefined)
    setMoving(true)
    try {
      const saved = await actCall('POST /office/products/{id}/screenshots/order', {
        params: { id },
        body: { ids, seen },
      })
      queries.setQueryData(['product', id], saved)
      void queries.invalidateQueries({ queryKey: ['history'] })
      toast({ message: t('screenshots.moved', { number: to + 1 }), tone: 'good' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(sayRefusal(t, error))
      await queries.invalidateQueries({ queryKey: ['product', id] })
    } finally {
      setMoving(false)
    }
  }
  return { move, problem, isMoving }
}

function Said({ of: { alt } }: { of: Screenshot }) {
  const t = useOfficeWords()
  const count = Object.keys(alt).length
  if (count === 0) return <p className="text-sm text-warn">{t('screenshots.notDescribed')}</p>
  return (
    <p className="text-sm break-words">
      <bdi>{alt['en-US'] ?? Object.values(alt)[0]}</bdi>
      <span className="figures mt-0.5 block text-xs text-muted">
        {t('screenshots.described', { count, all: LOCALES.length })}
      </span>
    </p>
  )
}

function Describe({ of: { id, alt } }: { of: Screenshot }) {
  const t = useOfficeWords()
  return (
    <ChangeAct
      label={t('screenshots.describe')}
      explain={t('screenshots.describeWhat')}
      size="sm"
      now={Object.fromEntries(LOCALES.map(({ code }) => [`alt.${code}`, alt[code] ?? '']))}
      schema={async () => (await import('./forms.ts')).AltForm}
      fields={(wire) => (
        <LanguageFields
          wire={wire}
          kind="alt"
          labels={{ english: t('screenshots.alt'), others: t('screenshots.altOthers') }}
          maxLength={LONGEST_ALT}
          mayLack
        />
      )}
      save={(changes) => actCall('POST /office/screenshots/{id}', { params: { id }, body: { changes } })}
      done={t('catalogue.saved')}
    />
  )
}

function Remove({ of: { id, seen } }: { of: Screenshot }) {
  const t = useOfficeWords()
  return (
    <Act
      label={t('screenshots.remove')}
      explain={t('screenshots.removeWhat')}
      variant="ghost"
      size="sm"
      asksReason={false}
      schema={async () => (await import('./forms.ts')).NothingForm}
      seen={seen}
      send={(_, was) => actCall('POST /office/screenshots/{id}/remove', { params: { id }, body: { seen: was } })}
      done={t('screenshots.removed')}
    />
  )
}
