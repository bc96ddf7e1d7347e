// A password, which whoever types it may look at.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useOfficeWords } from './words.ts'

export function SecretField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
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
