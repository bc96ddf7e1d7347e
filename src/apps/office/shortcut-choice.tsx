import { Keyboard, KeyboardOff } from 'lucide-react'
import { useState } from 'react'
import { areShortcutsOn, switchShortcuts } from '#rooms/staff/office/shortcuts.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { IconButton } from '#ui/icon-button.tsx'

export function ShortcutChoice() {
  const t = useOfficeWords()
  const [isOn, setOn] = useState(areShortcutsOn)
  function choose() {
    switchShortcuts(!isOn)
    setOn(areShortcutsOn())
  }
  return (
    <IconButton
      label={t(isOn ? 'frame.shortcutsOff' : 'frame.shortcutsOn')}
      size="sm"
      onClick={choose}
      className="max-lg:hidden"
    >
      {isOn ? <Keyboard size={18} /> : <KeyboardOff size={18} />}
    </IconButton>
  )
}
