import { useWords } from '#platform/i18n/messages.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Chip } from '#ui/chip.tsx'
import { UiLink } from '#ui/link.tsx'
import type { ProductConditions } from '../../contract.ts'
import { FACETS, type Filters, isPriced, listHref } from '../../filters.ts'
import { narrowed, toggled, withoutFilters } from './narrowing.ts'
import { usePriceBounds } from './use-price-bounds.ts'

type ChosenFiltersProps = { path: string; filters: Filters; conditions: ProductConditions }
type Choice = { key: string; label: string; without: Filters }

/** Each choice with a way to take it back. Links, so they work without JavaScript. */
export function ChosenFilters({ path, filters, conditions }: ChosenFiltersProps) {
  const t = useWords()
  const { low, high, amount } = usePriceBounds(filters, conditions.max_price)
  const names = {
    platform: conditions.plat_list,
    region: conditions.region_list,
    genre: conditions.theme_list,
    language: conditions.language_list,
  }
  const choices: Choice[] = []
  if (isPriced(filters)) {
    const [from, to] = [amount(low ?? 0), amount(high ?? 0)]
    const label =
      high === undefined
        ? t('list.priceAbove', { from })
        : low === undefined
          ? t('list.priceBelow', { to })
          : t('list.priceBetween', { from, to })
    choices.push({
      key: 'price',
      label,
      without: narrowed(filters, { low: undefined, high: undefined, currency: 'USD' }),
    })
  }
  if (filters.stock) {
    const label = t(filters.stock === '0' ? 'list.inStock' : 'list.outOfStock')
    choices.push({ key: 'stock', label, without: narrowed(filters, { stock: undefined }) })
  }
  for (const facet of FACETS) {
    for (const id of filters[facet]) {
      // An id that nobody knows has no name, but must be removable.
      const label = names[facet].find((choice) => choice.id === id)?.name ?? t(`list.${facet}`)
      choices.push({ key: `${facet}${id}`, label, without: toggled(filters, facet, id) })
    }
  }
  if (choices.length === 0) return null
  return (
    <ul aria-label={t('list.chosen')} className="flex flex-wrap items-center gap-2">
      {choices.map(({ key, label, without }) => (
        <li key={key} className="min-w-0">
          <Chip removeHref={listHref(path, without)} removeLabel={t('list.remove', { name: label })}>
            <bdi>{label}</bdi>
          </Chip>
        </li>
      ))}
      {choices.length > 1 && (
        <li>
          <UiLink
            href={listHref(path, withoutFilters(filters))}
            className={`${textLinkClass} touch-target inline-flex items-center text-sm`}
          >
            {t('list.removeAll')}
          </UiLink>
        </li>
      )}
    </ul>
  )
}
