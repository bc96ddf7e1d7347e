// A ticket with all that was written, and the way to go on with it.
import { useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { LocalMoment } from '#browser/local-moment.tsx'
import { useLoaded } from '#browser/use-loaded.ts'
import { MemberProblem, MemberSkeleton } from '#rooms/members/ui/member-page.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import { useForm } from '#ui/use-form.ts'
import { MOST } from '../limits.ts'
import type { TicketFile, TicketMessage, Conversation as Whole } from '../schemas.ts'
import { FileMark, FilePicker, fileHref } from './file-picker.tsx'
import { pastedFiles } from './pasted-files.ts'
import { StateBadge } from './ticket-list.tsx'
import { useFiles } from './use-files.ts'

/** `opened`: by a press on this page, which leads to its heading; not with the page. */
export function Conversation({ id, opened }: { id: string; opened: boolean }) {
  const t = useMemberWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, problem, reload, show } = useLoaded(`ticket ${id}`, (signal) =>
    call('GET /api/profile/tickets/{id}', { params: { id } }, { signal }),
  )
  const isThere = data !== undefined
  useEffect(() => {
    if (opened && isThere) heading.current?.focus()
  }, [opened, isThere])
  if (!data) {
    if (problem?.status !== 404) return problem ? <MemberProblem retry={reload} /> : <MemberSkeleton />
    return (
      <ErrorState
        title={t('support.gone')}
        retry={
          <UiLink href="/my-support" className={buttonClass()}>
            {t('support.back')}
          </UiLink>
        }
      />
    )
  }
  return (
    <article aria-labelledby="ticket">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="ticket" ref={heading} tabIndex={-1} className="text-xl break-words">
            <bdi>{data.subject}</bdi>
          </h2>
          <p className="mt-1 text-sm text-muted">
            <bdi className="figures">{data.reference}</bdi> · {t(`support.topics.${data.topic}`)}
            {data.orderNo && (
              <>
                {' '}
                · {t('support.orderNo')} <bdi className="figures">{data.orderNo}</bdi>
              </>
            )}
          </p>
        </div>
        <StateBadge state={data.state} />
      </header>
      <ol className="mt-6 grid grid-cols-1 gap-4">
        {data.messages.map((message) => (
          <li key={message.id}>
            <Message message={message} />
          </li>
        ))}
      </ol>
      <CloseOrReopen ticket={data} show={show} />
      <Reply ticket={data} show={show} />
    </article>
  )
}

function Message({ message: { author, text, postTime, files } }: { message: TicketMessage }) {
  const t = useMemberWords()
  const isOwn = author === 'member'
  return (
    <div className={cx('rounded-card border border-line p-4', isOwn ? 'bg-surface sm:ms-12' : 'bg-tint sm:me-12')}>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span className="font-medium text-ink">{isOwn ? t('support.you') : t('support.shop')}</span>
        <LocalMoment iso={postTime} tag={t.tag} />
      </p>
      <p dir="auto" className="mt-2 break-words whitespace-pre-line">
        {text}
      </p>
      {files.length > 0 && (
        <ul aria-label={t('support.files')} className="mt-3 flex flex-wrap gap-3">
          {files.map((file) => (
            <li key={file.id} className="max-w-full">
              <FileLink file={file} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function FileLink({ file: { id, name, mediaType } }: { file: TicketFile }) {
  return (
    <a href={fileHref(id)} download={name} className="flex max-w-full items-center gap-2 rounded-mark">
      <FileMark id={id} mediaType={mediaType} />
      <bdi className={cx(textLinkClass, 'min-w-0 truncate text-sm')}>{name}</bdi>
    </a>
  )
}

type ActProps = { ticket: Whole; show: (ticket: Whole) => void }

function CloseOrReopen({ ticket: { id, state }, show }: ActProps) {
  const t = useMemberWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isClosed = state === 'closed'

  async function act() {
    setBusy(true)
    setProblem(undefined)
    try {
      const name = isClosed ? 'POST /api/profile/tickets/{id}/reopen' : 'POST /api/profile/tickets/{id}/close'
      show(await call(name, { params: { id } }))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(t.knows(error.message) ? t(error.message) : t('error.unexpected'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      <Button size="sm" loading={busy} loadingLabel={t('support.sending')} onClick={() => void act()}>
        {isClosed ? t('support.reopen') : t('support.close')}
      </Button>
    </div>
  )
}

function Reply({ ticket, show }: ActProps) {
  const t = useMemberWords()
  const files = useFiles(`support-${ticket.id}`)
  const [problem, setProblem] = useState<string>()
  const attempt = useAttempt(`support-${ticket.id}`)
  const say = (message: string) => (t.knows(message) ? t(message) : t('error.unexpected'))
  const form = useForm({
    schema: async () => (await import('../forms.ts')).ReplyForm,
    say,
    draft: `support-${ticket.id}`,
    unreachable: () => setProblem(t('error.offline')),
    async send(values): Promise<void> {
      setProblem(undefined)
      if (files.sending) return setProblem(t('support.stillUploading'))
      if (files.lack()) return
      try {
        const written = { ...values, files: files.ids }
        const body = { id: attempt.idOf(written), ...written }
        show(await call('POST /api/profile/tickets/{id}/reply', { params: { id: ticket.id }, body }))
        attempt.done()
        form.clear()
        files.sent(written.files)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) return form.refuse(error.byField())
        setProblem(say(error.message))
      }
    },
  })
  return (
    <form {...form.props} onPaste={(event) => pastedFiles(event, files.add)} className="mt-6 grid gap-4">
      <TextArea
        {...form.field('text')}
        label={t('support.reply')}
        hint={ticket.state === 'closed' ? t('support.replyOpens') : undefined}
        maxLength={MOST.text}
        rows={4}
        required
      />
      <FilePicker files={files} />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" loading={form.sending} loadingLabel={t('support.sending')}>
          {t('support.send')}
        </Button>
      </div>
    </form>
  )
}
