import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useWords } from '#platform/i18n/messages.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { type CheckoutValues, NOTE_LENGTH } from './checkout-form.ts'

/** Folded, because most orders need none. */
export function NoteField({ form }: { form: UseFormReturn<CheckoutValues> }) {
  const t = useWords()
  const note = useWatch({ control: form.control, name: 'note' }) ?? ''
  const number = (value: number) => value.toLocaleString(t.tag)
  return (
    <Disclosure summary={t('checkout.note.title')} className="mt-4 -mb-4 border-t border-b-0">
      <TextArea
        {...form.register('note')}
        label={t('checkout.note.label')}
        aside={
          <span className="figures">
            {t('checkout.note.count', { used: number(note.length), limit: number(NOTE_LENGTH) })}
          </span>
        }
        error={form.formState.errors.note && t('checkout.note.tooLong', { limit: number(NOTE_LENGTH) })}
        maxLength={NOTE_LENGTH}
        rows={3}
      />
    </Disclosure>
  )
}
