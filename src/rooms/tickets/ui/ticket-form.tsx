// A new ticket.
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { useAttempt } from '#ui/use-attempt.ts'
import { useForm } from '#ui/use-form.ts'
import { MOST, TOPICS } from '../limits.ts'
import { FilePicker } from './file-picker.tsx'
import { pastedFiles } from './pasted-files.ts'
import { useFiles } from './use-files.ts'

export function TicketForm() {
  const t = useMemberWords()
  const router = useRouter()
  const files = useFiles('support-ticket')
  const [problem, setProblem] = useState<string>()
  // An answer that was lost makes no second ticket; what was changed meanwhile is another.
  const attempt = useAttempt('support-ticket')
  const say = (message: string) => (t.knows(message) ? t(message) : t('error.unexpected'))
  const form = useForm({
    schema: async () => (await import('../forms.ts')).TicketForm,
    say,
    draft: 'support-ticket',
    unreachable: () => setProblem(t('error.offline')),
    async send(values): Promise<void> {
      setProblem(undefined)
      if (files.sending) return setProblem(t('support.stillUploading'))
      if (files.lack()) return
      try {
        const written = { ...values, files: files.ids }
        const ticket = await call('POST /api/profile/tickets', { body: { id: attempt.idOf(written), ...written } })
        attempt.done()
        form.clear()
        files.sent(files.ids)
        toast({ tone: 'good', message: t('support.sent', { reference: ticket.reference }) })
        await router.navigate({ href: `/my-support#${ticket.id}`, replace: true } as never)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) return form.refuse(error.byField())
        setProblem(say(error.message))
      }
    },
  })

  return (
    <form
      {...form.props}
      onPaste={(event) => pastedFiles(event, files.add)}
      aria-labelledby="ticket-form"
      className="grid max-w-2xl gap-5"
    >
      <h2 id="ticket-form" className="text-xl">
        {t('support.new')}
      </h2>
      <TextField {...form.field('subject')} label={t('support.subject')} maxLength={MOST.subject} required />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...form.field('topic')} label={t('support.topic')} defaultValue="" required>
          <option value="">{t('support.topicChoose')}</option>
          {TOPICS.map((topic) => (
            <option key={topic} value={topic}>
              {t(`support.topics.${topic}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          {...form.field('orderNo')}
          label={t('support.orderNo')}
          aside={t('support.optional')}
          maxLength={MOST.orderNo}
          autoComplete="off"
          dir="ltr"
        />
      </div>
      <TextArea {...form.field('text')} label={t('support.text')} maxLength={MOST.text} rows={7} required />
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
