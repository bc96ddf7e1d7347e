// A product's texts: English beside one other language, with what is missing in each.
import { getRouteApi, Link } from '@tanstack/react-router'
import { LOCALES } from '#platform/i18n/locales.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_TEXT, TEXT_KINDS, type TextKind } from '../limits.ts'
import { missingIn } from './edits.ts'
import { languageName } from './field-name.ts'
import type { Editor } from './use-editor.ts'

const route = getRouteApi('/frame/catalogue/$id')
const OTHERS = LOCALES.filter(({ code }) => code !== 'en-US')
const ROWS: Partial<Record<TextKind, number>> = { description: 8, confirmContent: 3, explanation: 2, seoDescription: 2 }

export function Texts({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const t = useOfficeWords()
  const { language } = route.useSearch()
  const other = OTHERS.find(({ code }) => code === language)?.code ?? 'zh-CN'
  return (
    <>
      <nav aria-label={t('catalogue.languages')} className="mt-3">
        <ul className="flex flex-wrap gap-1.5">
          {OTHERS.map(({ code, name, tag }) => {
            const missing = missingIn(editor.product, code)
            return (
              <li key={code}>
                <Link
                  to="."
                  search={{ language: code }}
                  resetScroll={false}
                  aria-current={code === other ? 'true' : undefined}
                  className="inline-flex min-h-8 items-center gap-1.5 rounded-control border border-line px-2.5 text-sm hover:bg-tint aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent-ink"
                >
                  <bdi lang={tag}>{name}</bdi>
                  {missing > 0 && (
                    <span className="figures rounded-mark bg-warn-soft px-1 text-xs text-warn">
                      {t('catalogue.missing', { count: missing })}
                    </span>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
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
