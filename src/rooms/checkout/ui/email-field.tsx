import { Mail } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { EMAIL_LENGTH } from '#rooms/orders/limits.ts'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'

export function EmailField({ field }: { field: FormField }) {
  const t = useWords()
  return (
    <TextField
      {...field}
      label={t('checkout.email.label')}
      hint={t('checkout.email.hint')}
      start={<Mail size={18} />}
      type="email"
      dir="ltr"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      enterKeyHint="next"
      required
      maxLength={EMAIL_LENGTH}
    />
  )
}
