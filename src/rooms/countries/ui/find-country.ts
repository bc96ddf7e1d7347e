// Finds a country by its name in the page's language, in English or in Chinese, by its ISO code and by its telephone prefix
// (specification §3, "Country picker item").
import type { PickerOption } from '#ui/picker.tsx'
import { matchesText } from '#ui/text-match.ts'
import { countryOptions } from './countries.ts'
import { phonePrefix } from './phone-prefixes.ts'

/** Whose prefix it is in the first place, where several share one. */
const MAIN: Record<string, string> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '358': 'FI',
  '500': 'FK',
  '590': 'GP',
  '599': 'CW',
}

const FURTHER_LANGUAGES = ['en', 'zh-Hans', 'zh-Hant']

export function countriesToPick(language: string): PickerOption[] {
  const names = FURTHER_LANGUAGES.map((tag) => new Intl.DisplayNames(tag, { type: 'region' }))
  return countryOptions(language).map(({ code, name }) => {
    const prefix = phonePrefix(code)
    return {
      value: code,
      label: name,
      detail: prefix && `+${prefix}`,
      keywords: [code, ...names.map((in_) => in_.of(code))].join(' '),
    }
  })
}

/** Those whose code or prefix was typed whole come first, then those whose name begins so, then the others. */
export function findCountry(options: readonly PickerOption[], typed: string): readonly PickerOption[] {
  const wanted = typed.trim()
  if (wanted === '') return options
  const prefix = /^(?:\+|00)?(\d+)$/.exec(wanted)?.[1]
  if (prefix !== undefined)
    return ranked(options, ({ value, detail }) => {
      if (!detail?.startsWith(`+${prefix}`)) return undefined
      return MAIN[prefix] === value ? 0 : detail === `+${prefix}` ? 1 : 2
    })
  return ranked(options, ({ value, label, keywords }) => {
    if (value !== '' && value === wanted.toUpperCase()) return 0
    if (!matchesText(`${label} ${keywords ?? ''}`, wanted)) return undefined
    return matchesText(label.slice(0, wanted.length), wanted) ? 1 : 2
  })
}

/** By rank, and within one in their own order; those without are left out. */
function ranked(options: readonly PickerOption[], rankOf: (option: PickerOption) => number | undefined) {
  return options
    .flatMap((option) => {
      const rank = rankOf(option)
      return rank === undefined ? [] : [{ option, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}
