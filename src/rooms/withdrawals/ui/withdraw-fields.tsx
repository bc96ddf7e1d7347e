import { useWords } from '#platform/i18n/messages.ts'
import { OrderFields } from '#rooms/orders/ui/order-fields.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { useForm } from '#ui/use-form.ts'
import type { WithdrawalForm } from '../forms.ts'
import { NAME_LENGTH, SCOPE_LENGTH } from '../limits.ts'

type WithdrawFieldsProps = {
  form: ReturnType<typeof useForm<typeof WithdrawalForm>>
  /** Already in words. */
  problem: string | undefined
}

/** Step 1. */
export function WithdrawFields({ form, problem }: WithdrawFieldsProps) {
  const t = useWords()
  return (
    <div className="mt-5 grid gap-5">
      <OrderFields
        form={form}
        orderNoHint={t('withdrawal.orderNo.hint')}
        emailLabel={t('withdrawal.email.label')}
        emailHint={t('withdrawal.email.hint')}
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
