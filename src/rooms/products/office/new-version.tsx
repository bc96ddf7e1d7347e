// One more version of a product.
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { TextField } from '#ui/text-field.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import { LONGEST_VARIANT } from '../limits.ts'
import { readPrice } from './edits.ts'

export function NewVersion({ productId }: { productId: number }) {
  const t = useOfficeWords()
  const attempt = useAttempt()
  return (
    <Act
      label={t('catalogue.acts.version')}
      explain={t('catalogue.acts.versionWhat')}
      asksReason={false}
      schema={async () => (await import('./forms.ts')).VersionForm}
      fields={(field) => (
        <>
          <TextField
            {...field('edition')}
            label={t('catalogue.field.edition')}
            maxLength={LONGEST_VARIANT}
            autoComplete="off"
          />
          <TextField
            {...field('denomination')}
            label={t('catalogue.field.denomination')}
            maxLength={LONGEST_VARIANT}
            autoComplete="off"
          />
          <TextField
            {...field('price')}
            label={t('catalogue.field.price')}
            inputMode="decimal"
            autoComplete="off"
            required
          />
        </>
      )}
      send={async ({ price, ...typed }) => {
        const wanted = { ...typed, price: readPrice(price)! }
        await actCall('POST /office/products/{id}/versions', {
          params: { id: productId },
          body: { ...wanted, attempt: attempt.idOf({ productId, wanted }) },
        })
        attempt.done()
      }}
      done={t('catalogue.acts.versionDone')}
    />
  )
}
