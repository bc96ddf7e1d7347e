import { Mail } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useWords } from '#platform/i18n/messages.ts'
import { TextField } from '#ui/text-field.tsx'
import type { CheckoutValues } from './checkout-form.ts'

export function EmailField({ form }: { form: UseFormReturn<CheckoutValues> }) {
  const t = useWords()
  const { errors } = form.formState
  const empty = !form.getValues('email')?.trim()
  return (
    <TextField
      {...form.register('email')}
      label={t('checkout.email.label')}
      hint={t('checkout.email.hint')}
      error={errors.email && t(empty ? 'checkout.email.required' : 'checkout.email.format')}
      start={<Mail size={18} />}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      required
      maxLength={100}
    />
  )
}
