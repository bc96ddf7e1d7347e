// The days that a list is narrowed to, both of them within.
import { TextField } from '#ui/text-field.tsx'
import { useOfficeWords } from './words.ts'

/** No day with a year of five digits, which a hand makes that types on. */
const YEARS = { min: '2000-01-01', max: '9999-12-31' }

type DayFieldsProps = {
  /** In which days are counted; undefined while it is not known. */
  zone: string | undefined
  from: string | undefined
  to: string | undefined
  isReversed: boolean
}

export function DayFields({ zone, from, to, isReversed }: DayFieldsProps) {
  const t = useOfficeWords()
  const label = (day: 'from' | 'to') => (zone ? t(`days.${day}In`, { zone }) : t(`days.${day}`))
  return (
    <>
      <TextField name="from" type="date" label={label('from')} defaultValue={from} {...YEARS} />
      <TextField
        name="to"
        type="date"
        label={label('to')}
        defaultValue={to}
        error={isReversed ? t('days.reversed') : undefined}
        {...YEARS}
      />
    </>
  )
}

/** Answers whether the last day of this form is before its first one, and leads to its field then. */
export function refuseReversed(form: HTMLFormElement): boolean {
  const [from, to] = ['from', 'to'].map((name) => form.elements.namedItem(name) as HTMLInputElement)
  const is = from!.value !== '' && to!.value !== '' && to!.value < from!.value
  if (is) to!.focus()
  return is
}
