// A text in every language of the shop: English first, the others behind it, with how many of them it lacks.
import { LOCALES } from '#platform/i18n/locales.ts'
import { TextField } from '#ui/text-field.tsx'
import type { Wire } from './change-act.tsx'
import { useOfficeWords } from './words.ts'

const OTHERS = LOCALES.filter(({ code }) => code !== 'en-US')

interface LanguageFieldsProps {
  wire: Wire
  /** Its fields are `name.de`. */
  kind: string
  /** Of the English text, and of the others together. */
  labels: { english: string; others: string }
  maxLength: number
  /** English too. */
  mayLack?: boolean
}

export function LanguageFields({ wire, kind, labels, maxLength, mayLack = false }: LanguageFieldsProps) {
  const t = useOfficeWords()
  const others = OTHERS.map((locale) => ({ locale, field: wire(`${kind}.${locale.code}`) }))
  const english = wire(`${kind}.en-US`)
  // Of what English lacks nothing is missing.
  const isMissing = ({ defaultValue }: { defaultValue: string | number }) =>
    defaultValue === '' && english.defaultValue !== ''
  const missing = others.filter(({ field }) => isMissing(field)).length
  return (
    <>
      <TextField
        {...english}
        label={labels.english}
        lang="en"
        maxLength={maxLength}
        autoComplete="off"
        required={!mayLack}
      />
      <details
        className="rounded-control border border-line px-3"
        // Nothing that is to be read is folded away.
        open={others.some(({ field }) => field.error || field.hint) || undefined}
      >
        <summary className="min-h-10 cursor-pointer py-2 text-sm font-medium">
          {labels.others}
          {missing > 0 && <span className="text-warn"> · {t('catalogue.missing', { count: missing })}</span>}
        </summary>
        <div className="grid gap-3 pb-3">
          {others.map(({ locale: { code, name, tag }, field }) => (
            <TextField
              {...field}
              key={code}
              label={name}
              lang={tag}
              dir="auto"
              maxLength={maxLength}
              autoComplete="off"
              aside={isMissing(field) ? <span className="text-warn">{t('catalogue.isMissing')}</span> : undefined}
            />
          ))}
        </div>
      </details>
    </>
  )
}
