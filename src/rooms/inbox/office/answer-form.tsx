// The answer: typed, or begun with a saved reply. What is refused keeps what was typed, and so does a reload.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { ReadFailed } from '#rooms/staff/office/listing.tsx'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.ts'
import { useAttempt } from '#ui/use-attempt.ts'
import { keptDraft, useForm } from '#ui/use-form.ts'
import { LONGEST_ANSWER } from '../limits.ts'
import { fillReply } from './fill-reply.ts'
import type { Item } from './item.ts'

export function AnswerForm({ item, kind }: { item: Item; kind: 'ticket' | 'enquiry' }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const draft = `answer ${kind} ${item.id}`
  // Sent again after an answer that was lost, also after a reload, it is one message. With another text it is another, and the first
  // one is seen before.
  const attempt = useAttempt(draft)
  const [restored] = useState(() => (keptDraft(draft).text ? item.seen : undefined))
  /**
   * What he had seen when he began to type, or when what he had typed before a reload was there again: what is heard meanwhile is
   * told to him before it is answered past.
   */
  const begun = useRef(restored)
  const latest = useRef(item.seen)
  latest.current = item.seen
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useForm({
    schema: async () => (await import('../forms.ts')).AnswerForm,
    say: (message) => sayRefusal(t, { message }),
    draft,
    unreachable: () => setProblem(t('error.offline')),
    async send({ text }) {
      setProblem(undefined)
      const typed = area.current?.value
      try {
        const body = { id: attempt.idOf(text), text, seen: begun.current ?? item.seen }
        await actCall('POST /office/inbox/{kind}/{id}/answer', { params: { kind, id: item.id }, body }, 'act.again')
        attempt.done()
        begun.current = undefined
        // What was typed since stays.
        if (area.current?.value === typed) form.clear()
        toast({ message: t('inbox.acts.answered'), tone: 'good' })
        // What happened meanwhile is seen above.
        await queries.invalidateQueries()
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        const fieldErrors = error.byField()
        if (Object.keys(fieldErrors).length > 0) form.refuse(fieldErrors)
        setProblem(sayRefusal(t, error))
        await queries.invalidateQueries()
        // Pages are told what was asked anew in a turn of its own. From now on he sees that, and no more.
        await new Promise((told) => setTimeout(told))
        begun.current = latest.current
      }
    },
  })
  function insert(text: string) {
    const { current } = area
    if (!current) return
    current.setRangeText(fillReply(text, item), current.selectionStart, current.selectionEnd, 'end')
    current.dispatchEvent(new Event('input', { bubbles: true }))
    current.focus()
  }
  return (
    <form
      {...form.props}
      onInput={() => {
        begun.current ??= item.seen
        // What was taken out is no repetition when it is typed once more.
        if (!area.current?.value) attempt.done()
      }}
      className="grid gap-4"
    >
      <SavedReplies onChoose={insert} />
      <TextArea
        {...form.field('text')}
        ref={area}
        label={t('inbox.answer')}
        hint={t(`inbox.answerHint.${kind}`, { language: findLocale(item.locale)?.name ?? item.locale })}
        maxLength={LONGEST_ANSWER}
        rows={6}
        dir="auto"
        required
      />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" loading={form.sending} loadingLabel={t('frame.loading')}>
          {t('inbox.acts.answer')}
        </Button>
      </div>
    </form>
  )
}

function SavedReplies({ onChoose }: { onChoose: (text: string) => void }) {
  const t = useOfficeWords()
  const list = useQuery({
    queryKey: ['saved replies'],
    queryFn: ({ signal }) => officeCall('GET /office/saved-replies', {}, { signal }),
  })
  const replies = list.data?.replies ?? []
  const failed = <ReadFailed of={list} title={t('inbox.replies.title')} />
  if (replies.length === 0) return failed
  return (
    <>
      {failed}
      <SelectField
        label={t('inbox.replies.insert')}
        value=""
        onChange={(event) => {
          const chosen = replies.find((one) => one.id === event.target.value)
          if (chosen) onChoose(chosen.text)
        }}
      >
        <option value="">{t('inbox.replies.choose')}</option>
        {replies.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name} · {findLocale(one.locale)?.name ?? one.locale}
          </option>
        ))}
      </SelectField>
    </>
  )
}
