// How a setting and its value are said.
import type { officeCall } from '#browser/office-calls.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { type Refused, sayRefusal, type TranslateOffice } from '#rooms/staff/office/words.ts'

export type Setting = Awaited<ReturnType<typeof officeCall<'GET /office/settings'>>>[number]

export interface Level {
  name: string
  growth: number
  discount: number
}

export const LEVELS = 'member.levels'

/** Words have no dots in their names. */
const wordOf = (key: string) => key.replaceAll('.', '_')

export function wordsOfKey(t: TranslateOffice, key: string): { title: string; what: string } {
  const [title, what] = [`settings.of.${wordOf(key)}.title`, `settings.of.${wordOf(key)}.what`]
  return { title: t.knows(title) ? t(title) : key, what: t.knows(what) ? t(what) : '' }
}

export function sayChoice(t: TranslateOffice, key: string, choice: string): string {
  const said = `settings.of.${wordOf(key)}.choice.${choice}`
  if (t.knows(said)) return t(said)
  return findLocale(choice)?.name ?? choice
}

export function sayValue(t: TranslateOffice, { key, control }: Setting, value: string): string {
  if (key === LEVELS)
    return levelsIn(value)
      .map(({ name }) => name)
      .join(' · ')
  if (control.is === 'some') {
    const chosen = value.split(',')
    if (chosen.length === control.choices.length) return t('settings.allOf', { count: chosen.length })
    return chosen.map((choice) => sayChoice(t, key, choice)).join(' · ')
  }
  if (value === '' && control.is === 'colour') return t('settings.colour.house')
  // Nothing else says who sells.
  if (value === '') return t(key.startsWith('seller.') ? 'settings.notSaid' : 'settings.asSetUp')
  if (control.is === 'flag') return t(value === '1' ? 'settings.on' : 'settings.off')
  return control.is === 'choice' ? sayChoice(t, key, value) : value
}

/** Which numbers it may be; of one that may be empty also what that means. */
export function sayRange(
  t: TranslateOffice,
  { places, least, most, unit, mayBeEmpty }: Extract<Setting['control'], { is: 'number' }>,
): string {
  // Years are written without a mark between thousands.
  const [from, last] = unit === 'year' ? [String(least), String(most)] : [least, most]
  const counted = `settings.units.${unit}`
  const values = { least: from, most: t.knows(counted) ? t(counted, { number: last }) : last, places }
  const range = t(places === 0 ? 'settings.whole' : 'settings.decimal', values)
  return mayBeEmpty ? `${range} ${t('settings.emptyAsSetUp')}` : range
}

/** Why it was refused: by its bounds, or with the names of both settings that contradict each other. */
export function sayRefused(t: TranslateOffice, { control }: Setting, refusal: Refused): string {
  const { message, data } = refusal
  if (message === 'settings.wrong' && control.is === 'number') return sayRange(t, control)
  if (message !== 'settings.refused.crossed') return sayRefusal(t, refusal)
  const { lower, upper, ...values } = data as { lower: string; lowest: number; upper: string; highest: number }
  const [low, high] = [wordsOfKey(t, lower).title, wordsOfKey(t, upper).title]
  return sayRefusal(t, { message, data: { ...values, lower: low, upper: high } })
}

export function levelsIn(text: string): Level[] {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}
