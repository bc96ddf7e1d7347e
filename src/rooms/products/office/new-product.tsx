// A new product, from nothing; it opens as the draft that it is.
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { LONGEST_TEXT, LONGEST_VARIANT } from '../limits.ts'
import { readPrice } from './edits.ts'
import { NameAndSlug } from './name-and-slug.tsx'
import { categoryOptions, useShelves } from './shelves.ts'

export function NewProduct() {
  const t = useOfficeWords()
  const navigate = useNavigate()
  return (
    <Act
      label={t('catalogue.acts.create')}
      explain={t('catalogue.acts.createWhat')}
      variant="primary"
      icon={<Plus size={18} />}
      asksReason={false}
      schema={async () => (await import('./forms.ts')).ProductForm}
      fields={(field) => <Fields field={field} />}
      send={async ({ categoryId, price, ...typed }) => {
        const body = { ...typed, categoryId: Number(categoryId), price: readPrice(price)! }
        const { id } = await actCall('POST /office/products', { body })
        await navigate({ to: '/catalogue/$id', params: { id: String(id) } })
      }}
      done={t('catalogue.acts.createDone')}
    />
  )
}

type Name = 'name' | 'slug' | 'categoryId' | 'edition' | 'price'

function Fields({ field }: { field: (name: Name) => FormField }) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  return (
    <>
      <NameAndSlug field={field} longest={LONGEST_TEXT.name} />
      <SelectField {...field('categoryId')} label={t('catalogue.category')} required>
        {categoryOptions(t, shelves)}
      </SelectField>
      {shelves?.categories.length === 0 && (
        <Notice tone="warn">
          {t('catalogue.categoryFirst')}{' '}
          <Link to="/catalogue/categories" className={textLinkClass}>
            {t('catalogue.categories')}
          </Link>
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('edition')}
          label={t('catalogue.field.edition')}
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
      </div>
    </>
  )
}
