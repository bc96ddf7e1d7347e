// One colour, by its number or picked, with what the shop will make of it in the light and in the dark theme.
import { useId, useState } from 'react'
import { accentOf, GROUNDS, HOUSE_ACCENT, type Theme } from '#art/accent.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'

const COLOUR = /^#[0-9a-f]{6}$/i
const THEMES: readonly Theme[] = ['light', 'dark']

export function ColourField({ field, value }: { field: FormField; value: string }) {
  const t = useOfficeWords()
  const [typed, setTyped] = useState(value)
  const pickId = useId()
  const isColour = COLOUR.test(typed.trim())
  return (
    <div className="grid gap-3">
      <TextField
        {...field}
        label={t('settings.value')}
        hint={t('settings.colour.hint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          field.onChange(event)
        }}
        maxLength={7}
        placeholder={HOUSE_ACCENT}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={pickId} className="text-sm font-medium">
          {t('settings.colour.pick')}
        </label>
        <input
          id={pickId}
          type="color"
          value={isColour ? typed.trim().toLowerCase() : HOUSE_ACCENT}
          onChange={(event) => setTyped(event.target.value)}
          className="h-11 w-16 cursor-pointer rounded-control border border-control bg-surface p-1"
        />
        {typed !== '' && (
          <Button size="sm" onClick={() => setTyped('')}>
            {t('settings.colour.none')}
          </Button>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2" aria-hidden="true">
        {THEMES.map((theme) => (
          <Sample key={theme} theme={theme} colour={isColour ? typed.trim() : HOUSE_ACCENT} />
        ))}
      </div>
    </div>
  )
}

function Sample({ theme, colour }: { theme: Theme; colour: string }) {
  const t = useOfficeWords()
  const tokens = { ...GROUNDS[theme], ...accentOf(colour)[theme] }
  return (
    <div
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3 text-ink"
      // Both themes at once: in this box these tokens stand over the office's.
      style={Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--color-${name}`, value]))}
    >
      <span className="rounded-control bg-accent px-3.5 py-2 text-sm font-medium text-on-accent">
        {t('settings.colour.button')}
      </span>
      <span className="text-sm text-accent-ink underline">{t('settings.colour.link')}</span>
      <span className="rounded-control bg-accent-soft px-2 py-1 text-sm text-ink">{t(`settings.colour.${theme}`)}</span>
    </div>
  )
}

/** A colour as it is shown beside its number. */
export function Swatch({ colour }: { colour: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        className="inline-block size-5 rounded-mark border border-line-strong"
        style={{ backgroundColor: colour }}
        aria-hidden="true"
      />
      {colour.toLowerCase()}
    </span>
  )
}
