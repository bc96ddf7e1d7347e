import { useWords } from '#platform/i18n/messages.ts'
import { SelectField } from '#ui/select-field.tsx'
import { type Filters, PAGE_SIZES, type PageSize, SORTS, type Sort } from '../../filters.ts'
import { narrowed } from './narrowing.ts'

type ControlProps = {
  filters: Filters
  /** The form that sends it without JavaScript. */
  form: string
  onChange: (next: Filters) => void
}

export function SortSelect({ filters, form, onChange }: ControlProps) {
  const t = useWords()
  return (
    <SelectField
      label={t('list.sort')}
      hideLabel
      name="sort"
      form={form}
      value={filters.sort}
      onChange={(event) => onChange(narrowed(filters, { sort: Number(event.target.value) as Sort }))}
      className="min-w-[min(12rem,100%)] flex-1 sm:w-56 sm:flex-none"
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {t(`list.sorts.${sort}`)}
        </option>
      ))}
    </SelectField>
  )
}

export function PageSizeSelect({ filters, form, onChange }: ControlProps) {
  const t = useWords()
  return (
    <SelectField
      label={t('list.pageSize')}
      hideLabel
      name="size"
      form={form}
      value={filters.size}
      onChange={(event) => onChange(narrowed(filters, { size: Number(event.target.value) as PageSize }))}
      className="ms-auto w-40"
    >
      {PAGE_SIZES.map((size) => (
        <option key={size} value={size}>
          {t('list.perPage', { size })}
        </option>
      ))}
    </SelectField>
  )
}
