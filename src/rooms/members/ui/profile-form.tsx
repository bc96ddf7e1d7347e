// What a member says of himself. What was typed stays in this tab until it was saved.
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { CountryField } from '#rooms/countries/ui/country-field.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { keptDraft, useForm } from '#ui/use-form.ts'
import { ADDRESS_LENGTH, PHONE_LENGTH, UNAME_LENGTH, ZIP_LENGTH } from '../limits.ts'
import type { User } from '../schemas.ts'
import { sayAccountError } from './account-errors.ts'
import { askWhoIsThere } from './member-store.ts'
import { useMemberWords } from './words.ts'

const DRAFT = 'profile'

export function ProfileForm({ user }: { user: User }) {
  const t = useMemberWords()
  const [failure, setFailure] = useState('')
  const [typed] = useState(() => keptDraft(DRAFT))

  const form = useForm({
    schema: () => import('../forms.ts').then(({ ProfileForm }) => ProfileForm),
    say: (message) => sayAccountError(t, message),
    draft: DRAFT,
    unreachable: () => setFailure(t('error.offline')),
    async send(values): Promise<void> {
      setFailure('')
      try {
        await call('POST /api/profile/updateMemberInfo', { body: { ...values, id: user.id } })
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) return form.refuse(error.byField())
        return setFailure(t(t.knows(error.message) ? error.message : 'error.unexpected'))
      }
      form.forget()
      toast({ message: t('account.saved') })
      await askWhoIsThere()
    },
  })
  const field = (name: 'uname' | 'uphone' | 'umobile' | 'uzip' | 'uaddress') => ({
    ...form.field(name),
    defaultValue: typed[name] ?? user[name],
  })

  return (
    <section aria-labelledby="own-data">
      <h2 id="own-data" className="text-xl">
        {t('account.data')}
      </h2>
      <form {...form.props} className="mt-3 grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('uname')}
          label={t('account.uname')}
          autoComplete="name"
          maxLength={UNAME_LENGTH}
          required
          className="sm:col-span-2"
        />
        <TextField
          {...field('umobile')}
          label={t('account.umobile')}
          inputMode="numeric"
          autoComplete="tel"
          maxLength={PHONE_LENGTH}
        />
        <TextField {...field('uphone')} label={t('address.phone')} inputMode="tel" maxLength={PHONE_LENGTH} />
        <TextField
          {...field('uaddress')}
          label={t('address.address')}
          autoComplete="street-address"
          maxLength={ADDRESS_LENGTH}
          className="sm:col-span-2"
        />
        <TextField
          {...field('uzip')}
          label={t('address.zip')}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={ZIP_LENGTH}
        />
        <CountryField
          {...form.field('ucountry')}
          label={t('address.country')}
          defaultValue={typed.ucountry ?? user.ucountry}
        />
        <div className="flex flex-col gap-4 sm:col-span-2 sm:items-start">
          {failure && (
            <Notice tone="bad" live>
              {failure}
            </Notice>
          )}
          <Button type="submit" variant="primary" loading={form.sending} loadingLabel={t('address.saving')}>
            {t('account.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}
