import { useWords } from '#platform/i18n/messages.ts'
import { NOTE_LENGTH } from '#rooms/orders/limits.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { FormField } from '#ui/use-form.ts'

/** Folded, because most orders need none. `used`: how many characters it has. */
export function NoteField({ field, used }: { field: FormField; used: number }) {
  const t = useWords()
  return (
    <Disclosure summary={t('checkout.note.title')} className="mt-4 -mb-4 border-t border-b-0">
      <TextArea
        {...field}
        label={t('checkout.note.label')}
        aside={<span className="figures">{t('checkout.note.count', { used, limit: NOTE_LENGTH })}</span>}
        maxLength={NOTE_LENGTH}
        rows={3}
      />
    </Disclosure>
  )
}
