// Where a code of an authenticator app is typed.
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'

interface CodeFieldProps {
  field: FormField
  label: string
  hint?: string
}

export const CodeField = ({ field, ...said }: CodeFieldProps) => (
  <TextField {...field} {...said} autoComplete="one-time-code" inputMode="numeric" maxLength={20} required />
)
