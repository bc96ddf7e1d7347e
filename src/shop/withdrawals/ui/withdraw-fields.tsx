import { useEffect } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import type { WithdrawalForm } from '#shop/withdrawals/forms.ts'
import { EMAIL_LENGTH, NAME_LENGTH, ORDER_NO_LENGTH, SCOPE_LENGTH } from '#shop/withdrawals/limits.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { useForm } from '#ui/use-form.ts'

type WithdrawFieldsProps = {
  form: ReturnType<typeof useForm<typeof WithdrawalForm>>
  /** Already in words. */
  problem: string | undefined
}

/** Step 1. The address of the page may name the order, as the link on the order's own page does. */
export function WithdrawFields({ form, problem }: WithdrawFieldsProps) {
  const t = useWords()
  const { ref } = form.props

  useEffect(() => {
    const named = new URLSearchParams(location.search).get('order_no')
    const field = ref.current?.elements.namedItem('orderNo')
    if (named && field instanceof HTMLInputElement) field.value = named.slice(0, ORDER_NO_LENGTH)
  }, [ref])

  return (
    <div className="mt-5 grid gap-5">
      <TextField
        {...form.field('orderNo')}
        label={t('withdrawal.orderNo.label')}
        hint={t('withdrawal.orderNo.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={ORDER_NO_LENGTH}
        required
      />
      <TextField
        {...form.field('email')}
        label={t('withdrawal.email.label')}
        hint={t('withdrawal.email.hint')}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={EMAIL_LENGTH}
        required
      />
      <TextField
        {...form.field('fillName')}
        label={t('withdrawal.name.label')}
        autoComplete="name"
        maxLength={NAME_LENGTH}
        required
      />
      <TextArea
        {...form.field('scope')}
        label={t('withdrawal.scope.label')}
        hint={t('withdrawal.scope.hint')}
        aside={t('withdrawal.optional')}
        maxLength={SCOPE_LENGTH}
        rows={2}
      />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="lg" className="sm:justify-self-start">
        {t('withdrawal.next')}
      </Button>
    </div>
  )
}
