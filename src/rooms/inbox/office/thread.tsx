// What was written, the oldest first: as text, whatever it looks like.
import { Paperclip } from 'lucide-react'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import type { Item } from './item.ts'

export function Thread({ item: { messages, kind } }: { item: Item }) {
  const t = useOfficeWords()
  if (kind === 'withdrawal') return null
  if (messages.length === 0) return <p className="text-muted">{t('inbox.noText')}</p>
  return (
    <ol aria-label={t('inbox.thread')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {messages.map((message) => (
        <li key={message.id}>
          <Message message={message} />
        </li>
      ))}
    </ol>
  )
}

function Message({ message: { author, by, text, at, files } }: { message: Item['messages'][number] }) {
  const t = useOfficeWords()
  const isOurs = author === 'shop'
  return (
    <div className={cx('rounded-card border border-line p-4', isOurs ? 'bg-tint sm:ms-12' : 'bg-surface sm:me-12')}>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span className="min-w-0 truncate font-medium text-ink">
          <bdi>{isOurs ? by : t('inbox.customer')}</bdi>
        </span>
        <time dateTime={at} className="figures">
          {sayMoment(t, at)}
        </time>
      </p>
      <bdi className="mt-2 block break-words whitespace-pre-wrap">{text}</bdi>
      {files.length > 0 && (
        <ul aria-label={t('inbox.files')} className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1.5">
          {files.map(({ id, name }) => (
            <li key={id} className="min-w-0">
              <a
                href={`/prod-api/office/tickets/files/${id}`}
                download={name}
                className={`${textLinkClass} inline-flex min-h-6 max-w-full items-center gap-1.5 text-sm`}
              >
                <Paperclip size={16} className="shrink-0" aria-hidden="true" />
                <bdi className="truncate">{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
