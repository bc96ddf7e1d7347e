// A button, and behind it the question which of the pictures that are there already is shown.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { type LibraryPicture, nameOfUse, sayPixels, Thumbnail } from './library.tsx'
import { Listing } from './listing.tsx'
import { OfficeDialog } from './office-dialog.tsx'
import { sayRefusal, useOfficeWords } from './words.ts'

interface LibraryActProps {
  /** What is shown now; null: what the shop draws, or it is shown beside others. */
  seen: string | null
  show: (pictureId: string, seen: string | null) => Promise<unknown>
  /** Said once it is shown. */
  done: string
}

export function LibraryAct(choice: LibraryActProps) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Images size={18} />} onClick={() => setOpen(true)}>
        {t('library.choose')}
      </Button>
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('library.choose')} size="lg">
        {isOpen && <Choosing {...choice} onDone={() => setOpen(false)} />}
      </OfficeDialog>
    </>
  )
}

function Choosing({ seen, show, done, onDone }: LibraryActProps & { onDone: () => void }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [after, setAfter] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [taking, setTaking] = useState(false)
  const list = useQuery({
    queryKey: ['library', undefined, after],
    queryFn: ({ signal }) => officeCall('GET /office/pictures', { query: { after } }, { signal }),
    placeholderData: keepPreviousData,
  })

  async function take(id: string) {
    setProblem(undefined)
    setTaking(true)
    try {
      await show(id, seen)
      onDone()
      toast({ message: done, tone: 'good' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(sayRefusal(t, error))
    } finally {
      setTaking(false)
    }
    await queries.invalidateQueries()
  }

  return (
    <div className="grid gap-4">
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Listing list={list}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 && (
              <EmptyState icon={<Images size={24} />} title={t('library.none')} headingLevel={3}>
                <p>{t('library.noneHint')}</p>
              </EmptyState>
            )}
            <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
              {rows.map((row) => (
                <li key={row.id}>
                  <Choice of={row} isDisabled={taking} onTake={() => void take(row.id)} />
                </li>
              ))}
            </ul>
            <p className="flex flex-wrap gap-3 empty:hidden">
              {after && (
                <Button size="sm" onClick={() => setAfter(undefined)}>
                  {t('frame.firstPage')}
                </Button>
              )}
              {next && (
                <Button size="sm" onClick={() => setAfter(next)}>
                  {t('frame.nextPage')}
                </Button>
              )}
            </p>
          </>
        )}
      </Listing>
    </div>
  )
}

function Choice({ of: picture, isDisabled, onTake }: { of: LibraryPicture; isDisabled: boolean; onTake: () => void }) {
  const t = useOfficeWords()
  const size = sayPixels(t, picture)
  const [use] = picture.uses
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onTake}
      aria-label={use ? t('library.takeUsed', { size, name: nameOfUse(t, use) }) : t('library.take', { size })}
      className="block w-full overflow-hidden rounded-control border border-line hover:border-line-strong disabled:opacity-60"
    >
      <Thumbnail of={picture} alt="" />
    </button>
  )
}
