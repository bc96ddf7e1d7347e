// Where a password is typed, which whoever types it may look at, and a code of an authenticator app.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useOfficeWords } from './words.ts'

type TextFieldProps = ComponentProps<typeof TextField>

export function SecretField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const t = useOfficeWords()
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          label={t(isShown ? 'door.hidePassword' : 'door.showPassword')}
          size="sm"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} /> : <Eye size={18} />}
        </IconButton>
      }
    />
  )
}

export const CodeField = (props: TextFieldProps) => (
  <TextField autoComplete="one-time-code" inputMode="numeric" maxLength={20} required {...props} />
)
