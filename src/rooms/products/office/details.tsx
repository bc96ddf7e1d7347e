// Where a product stands and what it is.
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_MAKER, OWN_GUIDES } from '../limits.ts'
import { LONGEST_SLUG } from '../rules.ts'
import { categoryOptions, type Facet, nameIn, useShelves } from './shelves.ts'
import type { Editor } from './use-editor.ts'

export function Details({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  const own = (field: 'slug' | 'developer' | 'publisher' | 'releasedOn') => ({
    name: field,
    label: t(`catalogue.field.${field}`),
    value: String(editor.value(field)),
    error: editor.error(field),
    readOnly,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => editor.set(field, target.value),
  })
  const chosen = (field: 'categoryId' | 'type' | 'keyType' | 'activation') => ({
    name: field,
    label: t(`catalogue.field.${field}`),
    value: String(editor.value(field)),
    error: editor.error(field),
    disabled: readOnly,
    onChange: ({ target }: { target: { value: string } }) => editor.set(field, Number(target.value)),
  })
  return (
    <div className="mt-3 grid gap-4 sm:grid-cols-2">
      <SelectField {...chosen('categoryId')}>{categoryOptions(t, shelves)}</SelectField>
      <TextField {...own('slug')} maxLength={LONGEST_SLUG} spellCheck={false} hint={t('catalogue.slugHint')} />
      <SelectField {...chosen('type')}>
        {([0, 1, 2] as const).map((type) => (
          <option key={type} value={type}>
            {t(`catalogue.type.${type}`)}
          </option>
        ))}
      </SelectField>
      <SelectField {...chosen('keyType')}>
        {([0, 1] as const).map((type) => (
          <option key={type} value={type}>
            {t(`catalogue.keyType.${type}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...chosen('activation')}
        hint={t('catalogue.guideHint')}
        onChange={({ target }) => editor.set('activation', target.value)}
      >
        <option value="">{t('catalogue.guideNone')}</option>
        {OWN_GUIDES.map((code) => (
          <option key={code} value={code}>
            {t(`catalogue.guide.${code}`)}
          </option>
        ))}
        {editor.product.activation === 'account' && <option value="account">{t('catalogue.guide.account')}</option>}
      </SelectField>
      <TextField {...own('developer')} maxLength={LONGEST_MAKER} />
      <TextField {...own('publisher')} maxLength={LONGEST_MAKER} />
      <TextField {...own('releasedOn')} type="date" />
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
        <Facets editor={editor} field="genreIds" kind="genre" readOnly={readOnly} />
        <Facets editor={editor} field="languageIds" kind="language" readOnly={readOnly} />
      </div>
    </div>
  )
}

interface FacetsProps {
  editor: Editor
  field: string
  kind: Facet['kind']
  readOnly: boolean
}

/** Those that are chosen stand in the line that opens the list. */
export function Facets({ editor, field, kind, readOnly }: FacetsProps) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  const chosen = editor.value(field) as number[]
  const all = shelves?.facets.filter((facet) => facet.kind === kind) ?? []
  const names = chosen.flatMap((id) => all.filter((facet) => facet.id === id)).map((facet) => nameIn(t, facet.name))
  return (
    <details className="min-w-0 rounded-control border border-line">
      <summary className="min-h-10 cursor-pointer px-3 py-2 text-sm">
        <span className="font-medium">{t(`catalogue.facet.${kind}`)}</span>
        <span className="text-muted">: {names.join(', ') || '–'}</span>
      </summary>
      <fieldset
        disabled={readOnly}
        className="grid max-h-60 overflow-y-auto border-t border-line px-3 py-1 sm:grid-cols-2"
      >
        <legend className="sr-only">{t(`catalogue.facet.${kind}`)}</legend>
        {all.map((facet) => (
          <Checkbox
            key={facet.id}
            name={`${field} ${facet.id}`}
            checked={chosen.includes(facet.id)}
            onChange={({ target }) =>
              editor.set(field, target.checked ? [...chosen, facet.id] : chosen.filter((id) => id !== facet.id))
            }
          >
            {nameIn(t, facet.name)}
          </Checkbox>
        ))}
      </fieldset>
    </details>
  )
}
