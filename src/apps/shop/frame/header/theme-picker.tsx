import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { iconButtonClass } from '#ui/button-class.ts'
import { Picker } from '#ui/picker.tsx'
import { chooseTheme, readTheme, type ThemeChoice } from '#ui/theme.ts'

export function ThemePicker() {
  const t = useWords()
  const [choice, setChoice] = useState<ThemeChoice>('system')
  const label = t('shell.theme')

  return (
    <Picker
      trigger={(wiring) => (
        <button
          {...wiring}
          type="button"
          aria-label={label}
          title={label}
          className={`${iconButtonClass()} noscript:hidden`}
          // Known only in the browser, and another tab may have changed it.
          onClick={() => setChoice(readTheme())}
        >
          <Sun size={20} className="dark:hidden" aria-hidden="true" />
          <Moon size={20} className="hidden dark:block" aria-hidden="true" />
        </button>
      )}
      label={label}
      options={[
        { value: 'system', label: t('shell.themeSystem') },
        { value: 'light', label: t('shell.themeLight') },
        { value: 'dark', label: t('shell.themeDark') },
      ]}
      value={choice}
      onPick={(value) => {
        setChoice(value as ThemeChoice)
        chooseTheme(value as ThemeChoice)
      }}
      filterLabel={label}
      emptyText=""
      align="end"
    />
  )
}
