import { type RefObject, useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import type { User } from '#rooms/members/schemas.ts'
import { useMembership } from '#rooms/members/ui/member-store.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { StarInput } from '#ui/star-input.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import { useForm } from '#ui/use-form.ts'
import { MAX_CONTENT } from '../rules.ts'

export type ReviewFormProps = {
  pid: number
  /** It was asked for just now: the focus goes into it. */
  takesFocus: boolean
  onSent: (state: 'published' | 'pending') => void
  onCancel?: () => void
}

export default function ReviewForm({ pid, takesFocus, onSent, onCancel }: ReviewFormProps) {
  const t = useWords()
  const [problem, setProblem] = useState<string>()
  const [used, setUsed] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLTextAreaElement>(null)
  // An answer that was lost makes no second review.
  const attempt = useAttempt(`review-${pid}`)
  const say = (message: string) => (t.knows(message) ? t(message) : t('error.unexpected'))
  const form = useForm({
    schema: async () => (await import('../forms.ts')).ReviewForm,
    say,
    draft: `review-${pid}`,
    unreachable: () => setProblem(t('error.offline')),
    async send(values): Promise<void> {
      setProblem(undefined)
      try {
        const { state } = await call('POST /api/bottom/saveFeedbacks', {
          body: { pid, id: attempt.idOf(values), ...values },
        })
        attempt.done()
        form.clear()
        onSent(state)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) return form.refuse(error.byField())
        setProblem(error.status === 429 ? t('feedback.tooMany') : say(error.message))
      }
    },
  })

  useEffect(() => {
    // What a draft has filled in counts too.
    setUsed(content.current?.value.length ?? 0)
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const user = useOwnName(form.props.ref)
  const text = form.field('content')
  return (
    <form
      {...form.props}
      aria-labelledby="review-form"
      className="grid gap-5 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 md:p-5"
    >
      <h3 id="review-form" ref={heading} tabIndex={-1} className="text-lg outline-none sm:col-span-2">
        {t('feedback.formTitle')}
      </h3>
      <div className="sm:col-span-2">
        <StarInput
          {...form.field('score')}
          legend={t('feedback.score')}
          labels={[1, 2, 3, 4, 5].map((count) => t('feedback.stars', { count }))}
          defaultValue={5}
        />
      </div>
      <TextField
        {...form.field('fillName')}
        label={t('feedback.name')}
        hint={t('feedback.nameHint')}
        autoComplete="name"
        maxLength={50}
        required
      />
      {user ? (
        // His account's: nobody writes under another one while he is logged in.
        <input type="hidden" name="email" value={user.uemail} />
      ) : (
        <TextField
          {...form.field('email')}
          type="email"
          label={t('feedback.email')}
          hint={t('feedback.emailHint')}
          autoComplete="email"
          maxLength={100}
          required
          dir="ltr"
        />
      )}
      <TextArea
        {...text}
        ref={content}
        onChange={(event) => {
          text.onChange(event)
          setUsed(event.target.value.length)
        }}
        label={t('feedback.content')}
        hint={t('feedback.contentHint')}
        aside={<span className="figures">{t('feedback.used', { used, limit: MAX_CONTENT })}</span>}
        maxLength={MAX_CONTENT}
        rows={5}
        required
        className="sm:col-span-2"
      />
      {problem && (
        <Notice tone="bad" live className="sm:col-span-2">
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" variant="primary" loading={form.sending} loadingLabel={t('feedback.sending')}>
          {t('feedback.send')}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            {t('feedback.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Whoever is logged in finds his name written; he may write another one. */
function useOwnName(form: RefObject<HTMLFormElement | null>): User | undefined {
  const membership = useMembership()
  const user = membership.state === 'member' ? membership.user : undefined
  const name = user?.uname
  useEffect(() => {
    const field = form.current?.elements.namedItem('fillName')
    if (name && field instanceof HTMLInputElement && field.value === '') field.value = name
  }, [name, form])
  return user
}
