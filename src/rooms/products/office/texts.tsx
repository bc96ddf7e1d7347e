// A product's texts: English beside one other language, with what is missing in each.
import { getRouteApi } from '@tanstack/react-router'
import { LOCALES } from '#platform/i18n/locales.ts'
import { LanguageChoice, languageName, otherLanguage } from '#rooms/staff/office/language-choice.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_TEXT, TEXT_KINDS, type TextKind } from '../limits.ts'
import { missingIn } from './edits.ts'
import type { Editor } from './use-editor.ts'

const route = getRouteApi('/frame/catalogue/$id')
const ROWS: Partial<Record<TextKind, number>> = { description: 8, confirmContent: 3, explanation: 2, seoDescription: 2 }

export function Texts({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const { language } = route.useSearch()
  const other = otherLanguage(language)
  return (
    <>
      <LanguageChoice chosen={other} missing={(code) => missingIn(editor.product, code)} />
      <div className="mt-4 grid gap-5">
        {TEXT_KINDS.map((kind) => (
          <div key={kind} className="grid gap-4 lg:grid-cols-2">
            {['en-US', other].map((code) => (
              <Text key={code} editor={editor} kind={kind} language={code} readOnly={readOnly} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

function Text({
  editor,
  kind,
  language,
  readOnly,
}: {
  editor: Editor
  kind: TextKind
  language: string
  readOnly: boolean
}) {
  const t = useOfficeWords()
  const field = `${kind}.${language}`
  const value = String(editor.value(field))
  const locale = LOCALES.find(({ code }) => code === language)!
  const isMissing = value === '' && editor.value(`${kind}.en-US`) !== ''
  const wiring = {
    name: field,
    label: `${t(`catalogue.field.${kind}`)} (${languageName(language)})`,
    value,
    maxLength: LONGEST_TEXT[kind],
    error: editor.error(field),
    readOnly,
    lang: locale.tag,
    dir: 'auto' as const,
    aside: isMissing ? <span className="text-warn">{t('catalogue.isMissing')}</span> : undefined,
    onChange: ({ target }: { target: { value: string } }) => editor.set(field, target.value),
  }
  return ROWS[kind] ? <TextArea {...wiring} rows={ROWS[kind]} /> : <TextField {...wiring} autoComplete="off" />
}
