// A button that uploads pictures, one after the other, and says of each that is not taken why.
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { upload } from '#browser/upload.ts'
import { MOST_BYTES } from '#rooms/pictures/limits.ts'
import { buttonClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { toast } from '#ui/toast.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

interface PictureUploadProps {
  /** Which takes the file and answers its id. */
  call?: 'POST /office/pictures' | 'POST /office/logo/file'
  label: string
  hint: string
  /** Several may be chosen at once. */
  multiple?: boolean
  /** Of each that is there. */
  show: (pictureId: string) => Promise<unknown>
  /** Said once all are shown; how many were. */
  done: (count: number) => string
}

export function PictureUpload({
  call = 'POST /office/pictures',
  label,
  hint,
  multiple = false,
  show,
  done,
}: PictureUploadProps) {
  const t = useOfficeWords()
  const field = useId()
  const { now, problems, take } = useUploads(call, show, done)
  return (
    <>
      {/* The browser's own button speaks the browser's language. */}
      <input
        id={field}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        multiple={multiple}
        aria-describedby={`${field}-hint`}
        disabled={now !== undefined}
        className="peer sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          if (files.length > 0) void take(files)
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
        {label}
      </label>
      <p id={`${field}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      {now && (
        <div role="status" className="grid gap-1">
          {now.count > 1 && <p className="text-sm break-words">{t('pictures.uploadingOne', now)}</p>}
          <Progress aria-label={t('pictures.uploading')} max={1} value={now.part < 1 ? now.part : undefined} />
        </div>
      )}
      {problems.length > 0 && (
        <Notice tone="bad" live>
          <ul className="grid gap-1 break-words">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

type Sending = {
  file: string
  number: number
  count: number
  /** How much of it has come. */
  part: number
}

function useUploads(
  call: NonNullable<PictureUploadProps['call']>,
  show: PictureUploadProps['show'],
  done: PictureUploadProps['done'],
) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [now, setNow] = useState<Sending>()
  const [problems, setProblems] = useState<string[]>([])

  async function send(file: File, onProgress: (part: number) => void) {
    if (file.size > MOST_BYTES) throw new CallRefused(413, 'pictures.refused.tooLarge')
    const sent = await upload(call, file, { onProgress, signal: new AbortController().signal })
    await show(sent.id)
  }

  async function take(files: readonly File[]) {
    setProblems([])
    const refused: string[] = []
    for (const [index, file] of files.entries()) {
      const one = { file: file.name, number: index + 1, count: files.length }
      setNow({ ...one, part: 0 })
      try {
        await send(file, (part) => setNow({ ...one, part }))
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        const why = sayRefusal(t, error)
        refused.push(files.length > 1 ? t('pictures.notTaken', { file: file.name, why }) : why)
        setProblems([...refused])
      }
    }
    setNow(undefined)
    const shown = files.length - refused.length
    if (shown > 0) toast({ message: done(shown), tone: 'good' })
    await queries.invalidateQueries()
  }
  return { now, problems, take }
}
