// /enquiry: where the link of the mail leads that answers an enquiry. Whoever has it reads what was written and goes on.
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { LocalMoment } from '#browser/local-moment.tsx'
import { PageMain } from '#browser/page-main.tsx'
import { type TranslateMessage, useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import { useForm } from '#ui/use-form.ts'
import type { EnquiryConversation } from '../contract.ts'
import { MOST } from '../limits.ts'

const root = getRouteApi('__root__')

export function ConversationPage() {
  const t = useWords()
  const { website } = root.useLoaderData()
  const [token, setToken] = useState<string>()
  // The fragment reaches no server. A second link opened in this tab changes only the fragment.
  useEffect(() => {
    const read = () => setToken(/^#token=([\w.-]{1,200})$/.exec(location.hash)?.[1] ?? '')
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[{ label: t('content.home'), href: '/' }, { label: t('enquiries.conversation.title') }]}
      />
      <h1 className="mt-3 text-2xl sm:text-3xl">{t('enquiries.conversation.title')}</h1>
      <p className="mt-2 max-w-2xl text-balance text-muted md:text-lg">{t('enquiries.conversation.intro')}</p>
      <Card padding="none" className="mt-8 max-w-2xl p-5 md:p-8">
        {token === '' ? <p>{t('enquiries.conversation.none')}</p> : token && <Conversation key={token} token={token} />}
        <p className="hidden text-muted noscript:block">{t('enquiries.noScript', { email: website.email })}</p>
      </Card>
    </PageMain>
  )
}

function Conversation({ token }: { token: string }) {
  const t = useWords()
  const [whole, setWhole] = useState<EnquiryConversation>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const ended = new AbortController()
    call('POST /api/bottom/enquiry', { body: { token } }, { signal: ended.signal }).then(setWhole, (error) => {
      if (!ended.signal.aborted) setProblem(sayRefusal(t, error))
    })
    return () => ended.abort()
  }, [token, t])
  if (problem)
    return (
      <Notice tone="warn" live>
        <p>{problem}</p>
      </Notice>
    )
  if (!whole)
    return (
      <SkeletonGroup label={t('enquiries.conversation.title')} className="grid gap-4">
        <SkeletonBlock className="h-24" />
        <SkeletonBlock className="h-24" />
      </SkeletonGroup>
    )
  return (
    <>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {whole.messages.map((message, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was written keeps its place
          <li key={at}>
            <Message message={message} />
          </li>
        ))}
      </ol>
      <Reply token={token} show={setWhole} />
    </>
  )
}

/** In words, whatever was thrown. */
function sayRefusal(t: TranslateMessage, error: unknown): string {
  if (!(error instanceof CallRefused)) return t('error.unexpected')
  if (error.status === 0) return t('error.offline')
  return t.knows(error.message) ? t(error.message) : t('error.unexpected')
}

function Message({ message: { author, text, postTime } }: { message: EnquiryConversation['messages'][number] }) {
  const t = useWords()
  const isOwn = author === 'visitor'
  return (
    <div className={cx('rounded-card border border-line p-4', isOwn ? 'bg-surface sm:ms-12' : 'bg-tint sm:me-12')}>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span className="font-medium text-ink">{t(`enquiries.conversation.${isOwn ? 'you' : 'shop'}`)}</span>
        <LocalMoment iso={postTime} tag={t.tag} />
      </p>
      <p dir="auto" className="mt-2 break-words whitespace-pre-line">
        {text}
      </p>
    </div>
  )
}

function Reply({ token, show }: { token: string; show: (whole: EnquiryConversation) => void }) {
  const t = useWords()
  // Of the token only what names the enquiry: the rest is a secret.
  const name = `enquiry-${token.split('.')[0]}`
  const attempt = useAttempt(name)
  const [problem, setProblem] = useState<string>()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    schema: async () => (await import('../forms.ts')).EnquiryReplyForm,
    say: (message) => (t.knows(message) ? t(message) : t('error.unexpected')),
    draft: name,
    unreachable: () => setProblem(t('error.offline')),
    async send({ text }): Promise<void> {
      setProblem(undefined)
      setSent(false)
      try {
        show(await call('POST /api/bottom/enquiry/reply', { body: { token, id: attempt.idOf(text), text } }))
        attempt.done()
        setSent(true)
        form.clear()
      } catch (error) {
        if (error instanceof CallRefused && error.errors.length > 0) return form.refuse(error.byField())
        setProblem(sayRefusal(t, error))
      }
    },
  })
  return (
    <form {...form.props} className="mt-6 grid gap-4">
      <TextArea
        {...form.field('text')}
        label={t('enquiries.conversation.reply')}
        maxLength={MOST.reply}
        rows={4}
        required
      />
      {problem && (
        <Notice tone="bad" live>
          <p>{problem}</p>
        </Notice>
      )}
      {isSent && (
        <Notice tone="good" live>
          <p>{t('enquiries.conversation.sent')}</p>
        </Notice>
      )}
      <div>
        <Button
          type="submit"
          variant="primary"
          loading={form.sending}
          loadingLabel={t('enquiries.conversation.sending')}
        >
          {t('enquiries.conversation.send')}
        </Button>
      </div>
    </form>
  )
}
