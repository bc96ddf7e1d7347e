// Number, date and code of a card, named so that browsers and password managers fill them in.
import type { ChangeEvent } from 'react'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { BILLING_MOST } from '#rooms/payments/limits.ts'
import { TextField } from '#ui/text-field.tsx'
import type { BillingFormState } from './holder-fields.tsx'

export function CardFields({ form }: { form: BillingFormState }) {
  const t = useMemberWords()
  const number = form.field('cardNo')
  const expire = form.field('cardExpire')
  const plain = { inputMode: 'numeric', dir: 'ltr', required: true, spellCheck: false } as const
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <TextField
        {...number}
        {...plain}
        onChange={(event) => {
          written(event, inGroups)
          number.onChange(event)
        }}
        label={t('card.number')}
        maxLength={BILLING_MOST.cardNo}
        autoComplete="cc-number"
        className="sm:col-span-2"
      />
      <TextField
        {...expire}
        {...plain}
        onChange={(event) => {
          written(event, withSlash)
          expire.onChange(event)
        }}
        label={t('card.expire')}
        hint={t('card.expireHint')}
        maxLength={BILLING_MOST.cardExpire}
        autoComplete="cc-exp"
      />
      <TextField
        {...form.field('cardSecurityCode')}
        {...plain}
        label={t('card.code')}
        hint={t('card.codeHint')}
        maxLength={BILLING_MOST.cardSecurityCode}
        autoComplete="cc-csc"
      />
    </div>
  )
}

/** Only what is added at the end is put in shape: whoever mends something in the middle keeps his place. */
function written({ target, nativeEvent }: ChangeEvent<HTMLInputElement>, shape: (text: string) => string) {
  const isTyping = !(nativeEvent instanceof InputEvent) || !nativeEvent.inputType.startsWith('delete')
  if (isTyping && target.selectionEnd === target.value.length) target.value = shape(target.value)
}

const inGroups = (text: string) =>
  /^[\d\s]*$/.test(text) ? text.replace(/\s/g, '').replace(/(\d{4})(?=\d)/g, '$1 ') : text
const withSlash = (text: string) => text.replace(/^(0[1-9]|1[0-2])$/, '$1/').replace(/^(0[1-9]|1[0-2])(\d)/, '$1/$2')
