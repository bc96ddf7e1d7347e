// What all pages at the office's door share.
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { OfficeLogo } from './office-logo.tsx'
import { useTitle } from './title.ts'
import { chooseLanguage, OFFICE_LANGUAGES, officeLanguage, useOfficeWords } from './words.ts'

export function Door({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  useTitle(title)
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 bg-ground px-4 py-8">
      <Card padding="none" className="w-full max-w-md p-5 sm:p-8">
        <OfficeLogo />
        <h1 className="mt-5 text-2xl">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        {children}
      </Card>
      <LanguageChoice />
    </main>
  )
}

export function LanguageChoice() {
  const t = useOfficeWords()
  return (
    <label className="flex items-center gap-2 text-sm text-muted">
      {t('frame.language')}
      <select
        className="control min-h-8! w-auto! py-0 text-sm"
        value={officeLanguage()}
        onChange={(event) => chooseLanguage(event.target.value as ReturnType<typeof officeLanguage>)}
      >
        {OFFICE_LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
