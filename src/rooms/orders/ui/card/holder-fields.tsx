// Whose card it is, or where something would be sent.
import { CountryField } from '#rooms/countries/ui/country-field.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import type { BillingForm } from '#rooms/payments/forms.ts'
import { BILLING_MOST as MOST } from '#rooms/payments/limits.ts'
import { TextField } from '#ui/text-field.tsx'
import type { useForm } from '#ui/use-form.ts'

export type BillingFormState = ReturnType<typeof useForm<typeof BillingForm>>

export function HolderFields({ form, of }: { form: BillingFormState; of: 'bill' | 'ship' }) {
  const t = useMemberWords()
  const required = of === 'bill'
  const purpose = required ? ('billing' as const) : ('shipping' as const)
  const aside = required ? undefined : t('enquiries.optional')
  const common = { required, aside }
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <TextField
        {...form.field(`${of}FirstName`)}
        {...common}
        label={t('address.firstName')}
        maxLength={MOST.firstName}
        autoComplete={`${purpose} given-name`}
      />
      <TextField
        {...form.field(`${of}LastName`)}
        {...common}
        label={t('address.lastName')}
        maxLength={MOST.lastName}
        autoComplete={`${purpose} family-name`}
      />
      <CountryField
        {...form.field(`${of}Country`)}
        label={t('address.country')}
        defaultValue=""
        required={required}
        className="sm:col-span-2"
      />
      <TextField
        {...form.field(`${of}Address`)}
        {...common}
        label={t('address.address')}
        maxLength={MOST.address}
        autoComplete={`${purpose} street-address`}
        className="sm:col-span-2"
      />
      <TextField
        {...form.field(`${of}City`)}
        {...common}
        label={t('address.city')}
        maxLength={MOST.city}
        autoComplete={`${purpose} address-level2`}
      />
      <TextField
        {...form.field(`${of}Zip`)}
        {...common}
        label={t('address.zip')}
        maxLength={MOST.zip}
        autoComplete={`${purpose} postal-code`}
      />
      <TextField
        {...form.field(`${of}State`)}
        label={t('address.province')}
        aside={t('enquiries.optional')}
        maxLength={MOST.state}
        autoComplete={`${purpose} address-level1`}
        className="sm:col-span-2"
      />
      <TextField
        {...form.field(`${of}Phone`)}
        {...common}
        label={t('address.phone')}
        maxLength={MOST.phone}
        type="tel"
        dir="ltr"
        autoComplete={`${purpose} tel`}
      />
      <TextField
        {...form.field(`${of}Email`)}
        {...common}
        label={t('card.email')}
        maxLength={MOST.email}
        type="email"
        dir="ltr"
        autoComplete={`${purpose} email`}
      />
    </div>
  )
}
