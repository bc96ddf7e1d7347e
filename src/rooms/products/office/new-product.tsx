// A new product, from nothing; it opens as the draft that it is.
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { LONGEST_TEXT, LONGEST_VARIANT } from '../limits.ts'
import { LONGEST_SLUG } from '../rules.ts'
import { readPrice } from './edits.ts'
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
  const slug = useRef<HTMLInputElement>(null)
  const proposed = useRef('')
  const name = field('name')
  /** Whoever has written an address of his own keeps it. */
  async function propose(typed: string) {
    if (!slug.current || slug.current.value !== proposed.current || typed.trim() === '') return
    const found = await officeCall('GET /office/slug', { query: { name: typed } }).catch(() => undefined)
    if (!found || !slug.current || slug.current.value !== proposed.current) return
    proposed.current = found.slug
    slug.current.value = found.slug
  }
  return (
    <>
      <TextField
        {...name}
        label={t('catalogue.field.nameEnglish')}
        maxLength={LONGEST_TEXT.name}
        autoComplete="off"
        required
        onBlur={(event) => {
          name.onBlur(event)
          void propose(event.target.value)
        }}
      />
      <TextField
        {...field('slug')}
        ref={slug}
        label={t('catalogue.field.slug')}
        hint={t('catalogue.slugProposed')}
        maxLength={LONGEST_SLUG}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <SelectField {...field('categoryId')} label={t('catalogue.category')} required>
        {categoryOptions(t, shelves)}
      </SelectField>
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
