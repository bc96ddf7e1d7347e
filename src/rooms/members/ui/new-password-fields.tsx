// A new password and once more, with a hint at how good it is.
import { useState } from 'react'
import { INPUT_LENGTH } from '#rooms/passwords/limits.ts'
import { strengthOf } from '#rooms/passwords/ui/strength.ts'
import type { FormField } from '#ui/use-form.ts'
import { PasswordField } from './password-field.tsx'
import { useMemberWords } from './words.ts'

type NewPasswordFieldsProps = {
  password: FormField
  confirm: FormField
  label: string
  rule: { least: number; most: number }
}

const BARS = { weak: 1, fair: 2, good: 3 } as const
// Of the three colours none is left where the person has his own: full bars are of one then, and empty ones of another.
const COLOURS = {
  weak: 'bg-bad forced-colors:bg-[Highlight]',
  fair: 'bg-warn forced-colors:bg-[Highlight]',
  good: 'bg-good forced-colors:bg-[Highlight]',
} as const
const EMPTY = 'bg-line forced-colors:bg-[GrayText]'

export function NewPasswordFields({ password, confirm, label, rule }: NewPasswordFieldsProps) {
  const t = useMemberWords()
  const [typed, setTyped] = useState('')
  const strength = strengthOf(typed)
  return (
    <>
      <div className="grid gap-2">
        <PasswordField
          {...password}
          onInput={(event) => setTyped(event.currentTarget.value)}
          label={label}
          hint={t('password.hint', { ...rule })}
          autoComplete="new-password"
          maxLength={INPUT_LENGTH}
          required
        />
        <div className="flex items-center gap-3" aria-live="polite">
          <span className="grid flex-1 grid-cols-3 gap-1" aria-hidden="true">
            {[1, 2, 3].map((bar) => (
              <span
                key={bar}
                className={`h-1 rounded-full ${typed && bar <= BARS[strength] ? COLOURS[strength] : EMPTY}`}
              />
            ))}
          </span>
          <span className="min-h-5 text-sm text-muted">{typed && t(`password.${strength}`)}</span>
        </div>
      </div>
      <PasswordField
        {...confirm}
        label={t('password.confirm')}
        autoComplete="new-password"
        maxLength={INPUT_LENGTH}
        required
      />
    </>
  )
}
