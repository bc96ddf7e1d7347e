// /office/files: lists that somebody has had written as files, how far they are, and fetching them.
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, Trash2 } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Act } from './act.tsx'
import { actCall } from './act-call.ts'
import { isList } from './list-kept.ts'
import { LIVE_MS, Listing } from './listing.tsx'
import { sayMoment } from './said.ts'
import { saveFile } from './save-file.ts'
import { useMe } from './session.ts'
import { useTitle } from './title.ts'
import { useOfficeWords } from './words.ts'

type File = Awaited<ReturnType<typeof officeCall<'GET /office/files'>>>['files'][number]

const WRITING_MS = 1_000

export function FilesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('lists.files'), me?.shop)
  const list = useQuery({
    queryKey: ['files'],
    queryFn: ({ signal }) => officeCall('GET /office/files', {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.files.some((file) => file.state === 'running') ? WRITING_MS : LIVE_MS),
  })
  return (
    <>
      <h1 className="text-2xl">{t('lists.files')}</h1>
      <p className="mt-1 max-w-3xl text-sm text-muted">{t('lists.filesWhat')}</p>
      <Listing list={list}>
        {({ files }) =>
          files.length === 0 ? (
            <EmptyState icon={<FileSpreadsheet size={24} />} title={t('lists.noFiles')}>
              <p>{t('lists.noFilesHint')}</p>
            </EmptyState>
          ) : (
            <ul className="mt-4 border-t border-line">
              {files.map((file) => (
                <OneFile key={file.id} file={file} />
              ))}
            </ul>
          )
        }
      </Listing>
    </>
  )
}

function OneFile({ file }: { file: File }) {
  const t = useOfficeWords()
  const isDone = file.state === 'done'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 text-sm">
      <div className="min-w-0">
        <p className="font-medium">{isList(file.list) ? t(`lists.names.${file.list}`) : file.list}</p>
        <p className="font-mono text-xs break-all text-muted">{file.name}</p>
        {file.until && <p className="text-xs text-muted">{t('lists.until', { at: sayMoment(t, file.until) })}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="figures flex items-center gap-3 text-muted">
          {t(file.isCut ? 'lists.cut' : 'lists.fileRows', { count: file.rows })}
          <Badge tone={isDone ? 'good' : 'plain'}>{t(isDone ? 'lists.done' : 'lists.running')}</Badge>
        </p>
        {isDone && (
          <Act
            size="sm"
            variant="primary"
            label={t('lists.fetch')}
            explain={t('lists.fetchWhat')}
            asksReason={false}
            schema={async () => (await import('../forms.ts')).NothingForm}
            send={() => fetchFile(file)}
            done={t('lists.fetched')}
          />
        )}
        <Act
          size="sm"
          variant="ghost"
          icon={<Trash2 size={16} />}
          label={t('lists.drop')}
          explain={t('lists.dropWhat')}
          asksReason={false}
          schema={async () => (await import('../forms.ts')).NothingForm}
          send={() => actCall('DELETE /office/files/{id}', { params: { id: file.id } })}
          done={t('lists.dropped')}
        />
      </div>
    </li>
  )
}

/** Piece by piece, for each is as much as one answer should have. */
async function fetchFile({ id, name, parts }: File): Promise<void> {
  const texts: string[] = []
  for (let part = 0; part < parts; part++)
    texts.push((await actCall('GET /office/files/{id}/parts/{part}', { params: { id, part } })).text)
  saveFile(name, texts.join(''))
}
