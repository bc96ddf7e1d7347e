import { ChevronDown } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { FacetCount } from '../../contract.ts'
import type { Facet } from '../../filters.ts'
import { FilterGroup } from './filter-group.tsx'

type FacetFilterProps = {
  facet: Facet
  choices: readonly FacetCount[]
  chosen: readonly number[]
  onToggle: (id: number) => void
}

/** So many stand open; two more would not be worth a fold. */
const UNFOLDED = 6
const WORTH_FOLDING = 3

export function FacetFilter({ facet, choices, chosen, onToggle }: FacetFilterProps) {
  const t = useWords()
  if (choices.length === 0) return null
  const cut = choices.length - UNFOLDED >= WORTH_FOLDING ? UNFOLDED : choices.length
  const folded = choices.slice(cut)
  const box = ({ id, name, count }: FacetCount) => (
    <Checkbox key={id} name={facet} value={id} end={count} checked={chosen.includes(id)} onChange={() => onToggle(id)}>
      <bdi>{name}</bdi>
    </Checkbox>
  )
  return (
    <FilterGroup title={t(`list.${facet}`)}>
      {choices.slice(0, cut).map(box)}
      {folded.length > 0 && (
        // Native, so that it opens without JavaScript too. Open from the start where something inside is chosen.
        <details open={folded.some(({ id }) => chosen.includes(id)) || undefined} className="group/fold flex flex-col">
          <summary className="flex min-h-9 list-none items-center gap-2.5 rounded-mark text-sm font-medium text-accent-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
            <ChevronDown size={18} className="transition-transform group-open/fold:rotate-180" aria-hidden="true" />
            <span className="group-open/fold:hidden">{t('list.showMore', { count: folded.length })}</span>
            <span className="hidden group-open/fold:inline">{t('list.showFewer')}</span>
          </summary>
          {folded.map(box)}
        </details>
      )}
    </FilterGroup>
  )
}
