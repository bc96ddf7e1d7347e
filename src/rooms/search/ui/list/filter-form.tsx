import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/class-names.ts'
import { UiLink } from '#ui/link.tsx'
import type { ProductConditions } from '../../contract.ts'
import { countChosen, FACETS, type Filters, isPriced, listHref } from '../../filters.ts'
import { FacetFilter } from './facet-filter.tsx'
import { FilterGroup } from './filter-group.tsx'
import { narrowed, toggled, withoutFilters } from './narrowing.ts'
import { PriceFilter } from './price-filter.tsx'
import { useEarlyChoices } from './use-early-choices.ts'

type FilterFormProps = {
  /** Selects elsewhere on the page name it in their `form`. */
  id: string
  path: string
  filters: Filters
  conditions: ProductConditions
  onChange: (next: Filters) => void
}

/** Every choice takes effect at once. Without JavaScript it is a form with a button that leads to the same address. */
export function FilterForm({ id, path, filters, conditions, onChange }: FilterFormProps) {
  const t = useWords()
  const form = useEarlyChoices(filters, onChange)
  const choices = {
    platform: conditions.plat_list,
    region: conditions.region_list,
    genre: conditions.theme_list,
    language: conditions.language_list,
  }

  function stockBox(which: '0' | '1', label: string, count: number) {
    const checked = filters.stock === which
    return (
      <Checkbox
        name="stock"
        value={which}
        end={count}
        checked={checked}
        onChange={() => onChange(narrowed(filters, { stock: checked ? undefined : which }))}
      >
        {label}
      </Checkbox>
    )
  }

  return (
    <form
      ref={form}
      id={id}
      action={path}
      method="get"
      noValidate
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
    >
      {filters.name && <input type="hidden" name="name" value={filters.name} />}
      {(conditions.max_price > 0 || isPriced(filters)) && (
        <PriceFilter filters={filters} maxPrice={conditions.max_price} onChange={onChange} />
      )}
      <FilterGroup title={t('list.stock')}>
        {stockBox('0', t('list.inStock'), conditions.stock.in)}
        {stockBox('1', t('list.outOfStock'), conditions.stock.out)}
      </FilterGroup>
      {FACETS.map((facet) => (
        <FacetFilter
          key={facet}
          facet={facet}
          choices={choices[facet]}
          chosen={filters[facet]}
          onToggle={(one) => onChange(toggled(filters, facet, one))}
        />
      ))}
      <div
        className={cx(
          'flex-col gap-2 border-t border-line pt-4',
          countChosen(filters) > 0 ? 'flex' : 'hidden noscript:flex',
        )}
      >
        <div className="hidden noscript:block">
          <Button type="submit" variant="primary" block>
            {t('list.apply')}
          </Button>
        </div>
        {countChosen(filters) > 0 && (
          <UiLink href={listHref(path, withoutFilters(filters))} className={buttonClass({ block: true })}>
            {t('list.reset')}
          </UiLink>
        )}
      </div>
    </form>
  )
}
