import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { chooseTheme, readTheme } from '#ui/theme.ts'

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const
const ICONS = { system: Monitor, light: Sun, dark: Moon }

/** One press goes on to the next of three. */
export function ThemeChoice() {
  const t = useOfficeWords()
  const [theme, setTheme] = useState(readTheme)
  const Icon = ICONS[theme]
  function choose() {
    chooseTheme(NEXT[theme])
    setTheme(NEXT[theme])
  }
  return (
    <IconButton label={t(`frame.theme.${theme}`)} size="sm" onClick={choose}>
      <Icon size={18} />
    </IconButton>
  )
}
