// One address, new or changed. What was typed stays in this tab until it was saved.
import { useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import type { MessageKey } from '#platform/i18n/messages.ts'
import { CountryField } from '#rooms/countries/ui/country-field.tsx'
import { phonePrefix } from '#rooms/countries/ui/phone-prefixes.ts'
import { type MemberKey, useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { unheardOf, useAttempt } from '#ui/use-attempt.ts'
import { keptDraft, useForm } from '#ui/use-form.ts'
import type { Address } from '../contract.ts'
import { MOST } from '../limits.ts'

/** `address`: the one that is changed; without, another is added. */
export function AddressForm({ address, onSaved }: { address: Address | undefined; onSaved: () => void }) {
  const t = useMemberWords()
  const [failure, setFailure] = useState('')
  // An answer that was lost makes no second address, and what is corrected after it changes the first.
  const attempt = useAttempt('address')
  const sentAs = useRef<string>(undefined)
  const draft = address ? `address ${address.id}` : 'address'
  const [typed] = useState(() => keptDraft(draft))

  const form = useForm({
    schema: () => import('../forms.ts').then(({ AddressForm }) => AddressForm),
    say: (message) => t(SAID[message] ?? 'address.error.required'),
    draft,
    unreachable: () => setFailure(t('error.offline')),
    async send(values): Promise<void> {
      setFailure('')
      try {
        if (address) await call('POST /api/profile/address/update', { body: { ...values, id: address.id } })
        else {
          sentAs.current = attempt.idOf(values, sentAs.current ?? unheardOf('address'))
          await call('POST /api/profile/address/insert', { body: { ...values, id: sentAs.current } })
          attempt.done()
        }
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) return form.refuse(error.byField())
        return setFailure(t.knows(error.message) ? t(error.message) : t('error.unexpected'))
      }
      form.clear()
      onSaved()
    },
  })

  const field = (name: Exclude<keyof typeof MOST_OF, 'country'>) => ({
    ...form.field(name),
    label: t(`address.${name}`),
    maxLength: MOST_OF[name],
    defaultValue: typed[name] ?? address?.[name] ?? '',
  })
  function followCountry(code: string) {
    const control = form.props.ref.current?.elements.namedItem('phoneCode')
    if (control instanceof HTMLInputElement) control.value = phonePrefix(code)
  }
  const country = form.field('country')

  return (
    <form {...form.props} className="grid gap-4 sm:grid-cols-2">
      <TextField {...field('firstName')} autoComplete="given-name" required />
      <TextField {...field('lastName')} autoComplete="family-name" required />
      <CountryField
        {...country}
        onChange={(event) => {
          followCountry(event.target.value)
          country.onChange(event)
        }}
        label={t('address.country')}
        defaultValue={typed.country ?? address?.country ?? ''}
        required
        className="sm:col-span-2"
      />
      <TextField {...field('address')} autoComplete="address-line1" required className="sm:col-span-2" />
      <TextField
        {...field('addressOther')}
        aside={t('enquiries.optional')}
        autoComplete="address-line2"
        className="sm:col-span-2"
      />
      <TextField {...field('city')} autoComplete="address-level2" required />
      <TextField {...field('zip')} aside={t('enquiries.optional')} autoComplete="postal-code" />
      <TextField
        {...field('province')}
        hint={t('address.provinceHint')}
        autoComplete="address-level1"
        required
        className="sm:col-span-2"
      />
      <TextField {...field('phoneCode')} inputMode="numeric" autoComplete="off" start="+" dir="ltr" />
      <TextField {...field('phone')} inputMode="numeric" autoComplete="tel-national" dir="ltr" required />
      <div className="flex flex-col gap-4 sm:col-span-2">
        {failure && (
          <Notice tone="bad" live>
            {failure}
          </Notice>
        )}
        <Button type="submit" variant="primary" loading={form.sending} loadingLabel={t('address.saving')}>
          {t('address.save')}
        </Button>
      </div>
    </form>
  )
}

const MOST_OF = {
  firstName: MOST.name,
  lastName: MOST.name,
  address: MOST.line,
  addressOther: MOST.line,
  city: MOST.place,
  province: MOST.place,
  country: 2,
  zip: MOST.zip,
  phone: MOST.phone,
  phoneCode: MOST.phoneCode,
}

const SAID: Record<string, MessageKey | MemberKey> = {
  'address.error.long': 'enquiries.error.long',
  'address.error.country': 'enquiries.error.region',
  'address.error.digits': 'address.error.digits',
}
