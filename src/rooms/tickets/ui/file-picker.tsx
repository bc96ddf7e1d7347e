// Files for a message: picked, dropped here, or pasted into the form around it.
import { FileText, Paperclip, X } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { MOST_FILES, PICKED } from '../limits.ts'
import type { Files, PickedFile } from './use-files.ts'

export function FilePicker({ files }: { files: Files }) {
  const t = useMemberWords()
  const inputId = useId()
  const hintId = `${inputId}-hint`
  const [over, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    files.add(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way among others; the button does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx('rounded-card border border-dashed p-3', over ? 'border-accent bg-tint' : 'border-line-strong')}
    >
      {files.files.length > 0 && (
        <ul className="mb-3 grid grid-cols-1 gap-2">
          {files.files.map((file) => (
            <li key={file.key}>
              <PickedRow file={file} remove={() => files.remove(file)} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label
          htmlFor={inputId}
          className={cx(
            buttonClass({ size: 'sm' }),
            'cursor-pointer focus-within:outline-2 focus-within:outline-accent-ink',
            files.isFull && 'pointer-events-none opacity-50',
          )}
        >
          <Paperclip size={16} aria-hidden="true" />
          {t('support.addFiles')}
          <input
            id={inputId}
            type="file"
            multiple
            accept={PICKED}
            aria-describedby={hintId}
            disabled={files.isFull}
            onChange={(event) => {
              files.add(event.target.files ?? [])
              // The same file may be picked again once it was taken away.
              event.target.value = ''
            }}
            className="sr-only"
          />
        </label>
        <p id={hintId} className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {t('support.filesHint', { most: MOST_FILES })}
        </p>
      </div>
      {files.lacking && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {t('support.notUploaded')}
        </p>
      )}
      <p role="status" className={files.tooMany || files.lost ? 'mt-2 text-sm text-bad' : 'sr-only'}>
        {files.tooMany && t('support.file.most', { most: MOST_FILES })}
        {files.lost && t('support.filesLost')}
      </p>
    </div>
  )
}

function PickedRow({ file, remove }: { file: PickedFile; remove: () => void }) {
  const t = useMemberWords()
  const { name, part, id, mediaType, problem } = file
  return (
    <div className="flex items-center gap-3">
      <FileMark id={id} mediaType={mediaType} />
      <div className="min-w-0 flex-1">
        <bdi className="block truncate text-sm">{name}</bdi>
        {problem ? (
          <p role="alert" className="text-sm text-bad">
            {t.knows(problem) ? t(problem) : t('error.unexpected')}
          </p>
        ) : (
          !id && <Progress aria-label={t('support.uploading', { name })} max={1} value={part < 1 ? part : undefined} />
        )}
      </div>
      <IconButton label={t('support.removeFile', { name })} size="sm" onClick={remove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** A small copy of a picture that is there; else a sign. */
export function FileMark({ id, mediaType }: { id?: string; mediaType?: string }) {
  if (id && mediaType?.startsWith('image/'))
    return (
      <img
        src={fileHref(id)}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        className="size-12 shrink-0 rounded-mark border border-line object-cover"
      />
    )
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-mark bg-tint text-muted">
      <FileText size={20} aria-hidden="true" />
    </span>
  )
}

export const fileHref = (id: string) => `/prod-api/api/profile/tickets/files/${id}`
