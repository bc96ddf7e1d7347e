// /office/inbox/saved-replies: the texts that all who answer share.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, MessageSquareText } from 'lucide-react'
import { useRef, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { findLocale, LOCALES } from '#platform/i18n/locales.ts'
import { randomUuid } from '#platform/random-id.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { type KeptTyped, useKeptTyped } from '#rooms/staff/office/kept-typed.ts'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { OfficeDialog } from '#rooms/staff/office/office-dialog.tsx'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { officeLanguage, sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { useForm } from '#ui/use-form.ts'
import { LONGEST_ANSWER, LONGEST_REPLY_NAME } from '../limits.ts'
import { inboxSeen } from './item.ts'

type Reply = Awaited<ReturnType<typeof officeCall<'GET /office/saved-replies'>>>['replies'][number]

export function RepliesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('inbox.replies.title'), me?.shop)
  const [kept] = useState<KeptTyped>(() => new Map())
  const [edited, setEdited] = useState<Reply | 'new'>()
  const list = useQuery({
    queryKey: ['saved replies'],
    queryFn: ({ signal }) => officeCall('GET /office/saved-replies', {}, { signal }),
  })
  return (
    <>
      <p>
        <Link
          to="/inbox"
          search={inboxSeen.last()}
          className={`${textLinkClass} inline-flex min-h-6 items-center gap-1.5 text-sm`}
        >
          <ArrowLeft size={16} aria-hidden="true" /> {t('inbox.title')}
        </Link>
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('inbox.replies.title')}</h1>
        <Button variant="primary" size="sm" onClick={() => setEdited('new')}>
          {t('inbox.replies.add')}
        </Button>
      </div>
      <p className="mt-2 max-w-2xl text-muted">{t('inbox.replies.intro', { name: '{{name}}', order: '{{order}}' })}</p>
      <Listing list={list}>
        {({ replies }) =>
          replies.length === 0 ? (
            <EmptyState icon={<MessageSquareText size={24} />} title={t('inbox.replies.none')}>
              <p>{t('inbox.replies.noneHint')}</p>
            </EmptyState>
          ) : (
            <ul className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
              {replies.map((reply) => (
                <li key={reply.id}>
                  <Shown reply={reply} onEdit={() => setEdited(reply)} />
                </li>
              ))}
            </ul>
          )
        }
      </Listing>
      <OfficeDialog
        open={edited !== undefined}
        onOpenChange={(isOpen) => !isOpen && setEdited(undefined)}
        title={t(edited === 'new' ? 'inbox.replies.add' : 'inbox.replies.edit')}
        lightDismiss={false}
      >
        {edited && (
          <Form kept={kept} reply={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
        )}
      </OfficeDialog>
    </>
  )
}

function Shown({ reply: { id, name, locale, text, seen }, onEdit }: { reply: Reply; onEdit: () => void }) {
  const t = useOfficeWords()
  return (
    <Card padding="none" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 sm:p-5">
      <h2 className="text-lg break-words">
        <bdi>{name}</bdi> <span className="text-sm text-muted">{findLocale(locale)?.name ?? locale}</span>
      </h2>
      <bdi className="block text-sm break-words whitespace-pre-wrap">{text}</bdi>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onEdit}>
          {t('inbox.replies.edit')}
        </Button>
        <Act
          label={t('inbox.replies.forget')}
          explain={t('inbox.replies.forgetWhat', { name })}
          schema={async () => (await import('#rooms/staff/forms.ts')).SureForm}
          asksReason={false}
          seen={seen}
          send={(_typed, seen) => actCall('POST /office/saved-replies/{id}/forget', { params: { id }, body: { seen } })}
          done={t('inbox.replies.forgotten')}
          variant="danger"
          size="sm"
        />
      </div>
    </Card>
  )
}

interface FormProps {
  reply: Reply | undefined
  /** What was typed in this dialog and not sent. */
  kept: KeptTyped
  onDone: () => void
}

function Form({ reply, kept, onDone }: FormProps) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const id = useRef(reply?.id ?? randomUuid())
  const seen = useRef(reply?.seen ?? 0)
  /** What somebody else made of it meanwhile; null: it is gone. */
  const [theirs, setTheirs] = useState<Reply | null>()
  async function look() {
    const list = await officeCall('GET /office/saved-replies', {}).catch(() => undefined)
    if (!list) return
    const now = list.replies.find((each) => each.id === id.current)
    if (!now) id.current = randomUuid()
    seen.current = now?.seen ?? 0
    setTheirs(now ?? null)
    typed.keep(seen.current)
    await queries.invalidateQueries()
  }
  const form = useForm({
    schema: async () => (await import('../forms.ts')).SavedReplyForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    async send(values) {
      setProblem(undefined)
      try {
        await actCall('POST /office/saved-replies/{id}', {
          params: { id: id.current },
          body: { ...values, seen: seen.current },
        })
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        form.refuse(error.byField())
        setProblem(sayRefusal(t, error))
        if (error.message === 'inbox.refused.reply') await look()
        return
      }
      typed.forget()
      onDone()
      toast({ message: t('inbox.replies.saved'), tone: 'good' })
      await queries.invalidateQueries()
    },
  })
  const typed = useKeptTyped({ kept, as: reply?.id ?? 'new', seen: seen.current, form: form.props.ref })
  return (
    <form {...form.props} onInput={() => typed.keep(seen.current)} className="grid gap-5">
      <TextField
        {...form.field('name')}
        label={t('inbox.replies.name')}
        defaultValue={reply?.name}
        maxLength={LONGEST_REPLY_NAME}
        autoComplete="off"
        required
      />
      <SelectField
        {...form.field('locale')}
        label={t('order.language')}
        defaultValue={reply?.locale ?? officeLanguage()}
      >
        {LOCALES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea
        {...form.field('text')}
        label={t('inbox.replies.text')}
        defaultValue={reply?.text}
        maxLength={LONGEST_ANSWER}
        rows={8}
        dir="auto"
        required
      />
      {problem && (
        <Notice tone="bad" live>
          {problem}
          {theirs !== undefined && <p>{t(theirs ? 'inbox.replies.theirs' : 'inbox.replies.gone')}</p>}
          {theirs && (
            <blockquote className="mt-2 border-s-2 border-line ps-3">
              <bdi className="block font-medium break-words">{theirs.name}</bdi>
              <bdi className="block break-words whitespace-pre-wrap">{theirs.text}</bdi>
            </blockquote>
          )}
        </Notice>
      )}
      <Button type="submit" variant="primary" block loading={form.sending} loadingLabel={t('frame.loading')}>
        {t('inbox.replies.save')}
      </Button>
    </form>
  )
}
