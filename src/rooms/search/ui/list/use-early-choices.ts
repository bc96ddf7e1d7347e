import { useEffect, useRef } from 'react'
import { type Filters, parseFilters, searchOf } from '../../filters.ts'

/** What was ticked or selected before the page came alive: the boxes show it, and it takes effect now. */
export function useEarlyChoices(filters: Filters, onChange: (next: Filters) => void) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the server's HTML comes alive
  useEffect(() => {
    const search: Record<string, unknown> = { ...searchOf(filters), page: 1 }
    let early = false
    for (const field of form.current?.elements ?? []) {
      const { name, value } = field as HTMLInputElement
      if (field instanceof HTMLSelectElement) {
        if (value === String(filters[name as 'sort' | 'size'])) continue
        search[name] = value
      } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
        const chosen = String(search[name] ?? '').split('_')
        if (field.checked === chosen.includes(value)) continue
        const others = chosen.filter((one) => one !== '' && one !== value)
        search[name] = (field.checked ? [...others, value] : others).join('_')
      } else continue
      early = true
    }
    if (early) onChange(parseFilters(search))
  }, [])
  return form
}
