// What is edited as the shop would show it, in either of the languages that stand side by side.
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { languageName } from './language-choice.tsx'
import type { Editing } from './use-editing.ts'
import { useOfficeWords } from './words.ts'

export function PreviewButtons({ editing, other }: { editing: Editing; other: string }) {
  const t = useOfficeWords()
  const [asked, setAsked] = useState<string>()
  const show = (language: string) => {
    setAsked(language)
    void editing.preview(language).finally(() => setAsked(undefined))
  }
  return ['en-US', other].map((code) => (
    <Button key={code} loading={asked === code} loadingLabel={t('frame.loading')} onClick={() => show(code)}>
      {t('preview.in', { language: languageName(code) })}
    </Button>
  ))
}
