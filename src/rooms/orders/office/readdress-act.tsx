// Sending what an order has to another address, and what becomes of the account that it is in.
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { EMAIL_LENGTH } from '../limits.ts'
import type { Order } from './order.ts'

export function ReaddressAct({ order: { id, seen, email, username, account } }: { order: Order }) {
  const t = useOfficeWords()
  const name = username ?? ''
  const mayChoose = account === 'stays' || account === 'follows'
  return (
    <Act
      label={t('order.acts.readdress')}
      explain={
        <>
          <p>{t('order.acts.readdressWhat', { email })}</p>
          <p className="mt-3">{t(`order.account.${account ?? 'none'}`, { name })}</p>
        </>
      }
      schema={async () => (await import('./act-forms.ts')).ReaddressForm}
      fields={(field) => (
        <>
          <TextField
            {...field('email')}
            label={t('order.newEmail')}
            type="email"
            maxLength={EMAIL_LENGTH}
            autoComplete="off"
            required
          />
          {mayChoose && (
            // What is shown may come anew while the question stands: then the tick is that of what it says.
            <Checkbox
              key={account}
              {...field('staysInAccount')}
              value="1"
              defaultChecked={account === 'stays'}
              hint={t('order.account.keepHint')}
            >
              {t('order.account.keep', { name })}
            </Checkbox>
          )}
        </>
      )}
      seen={seen}
      send={({ email, reason, staysInAccount }, seen) =>
        actCall('POST /office/orders/{id}/readdress', {
          params: { id },
          body: { seen, email, reason, ...(mayChoose && { staysInAccount: staysInAccount !== undefined }) },
        })
      }
      done={t('order.acts.readdressDone')}
    />
  )
}
