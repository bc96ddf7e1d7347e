// /office/catalogue/categories: the shelves of the shop, each with its names, its address and its place.
import { Link } from '@tanstack/react-router'
import { Plus, Rows3, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { LOCALES } from '#platform/i18n/locales.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { ChangeAct, type Held } from '#rooms/staff/office/change-act.tsx'
import { LanguageFields } from '#rooms/staff/office/language-fields.tsx'
import { OfficeDialog } from '#rooms/staff/office/office-dialog.tsx'
import { PositionField } from '#rooms/staff/office/position-field.tsx'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useNamed } from '#rooms/staff/office/use-named.ts'
import { sayRefusal, type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { LONGEST_CATEGORY_NAME } from '../limits.ts'
import { LONGEST_SLUG } from '../rules.ts'
import { NameAndSlug } from './name-and-slug.tsx'
import { type Category, categoryOptions, inOrder, nameIn, type Shelves, useShelves } from './shelves.ts'
import { ToCatalogue } from './to-catalogue.tsx'

export function CategoriesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  const { data, error, refetch } = useShelves()
  useTitle(t('catalogue.categories'), me?.shop)
  return (
    <>
      <ToCatalogue />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('catalogue.categories')}</h1>
        {may('catalogue.write') && data && <NewCategory />}
      </div>
      {data ? (
        data.categories.length === 0 ? (
          <EmptyState icon={<Rows3 size={24} />} title={t('catalogue.noCategories')}>
            <p>{t('catalogue.noCategoriesHint')}</p>
          </EmptyState>
        ) : (
          <ul className="mt-4 max-w-4xl">
            {inOrder(data.categories).map(({ category, depth }) => (
              <Shelf key={category.id} category={category} depth={depth} mayChange={may('catalogue.write')} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState
          title={sayRefusal(t, error as never)}
          retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
        />
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-2">
          <SkeletonBlock className="h-12" />
          <SkeletonBlock className="h-12" />
        </SkeletonGroup>
      )}
    </>
  )
}

function Shelf({ category, depth, mayChange }: { category: Category; depth: number; mayChange: boolean }) {
  const t = useOfficeWords()
  const named = useNamed('category', category.id)
  const missing = LOCALES.filter(({ code }) => !category.name[code]).length
  return (
    <li
      {...named}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
      style={{ paddingInlineStart: `${depth * 1.5}rem` }}
    >
      <span className="min-w-0 flex-1 basis-48">
        <Link
          to="/catalogue"
          search={{ category: category.id }}
          className={`${textLinkClass} inline-flex min-h-6 items-center`}
        >
          <bdi>{nameIn(t, category.name)}</bdi>
        </Link>
        <span className="block text-sm break-all text-muted">
          /{category.slug} · {t(`catalogue.type.${category.type as 0 | 1 | 2}`)}
          {missing > 0 && <span className="text-warn"> · {t('catalogue.namesMissing', { count: missing })}</span>}
        </span>
      </span>
      <History category={category} />
      {mayChange && <ChangeCategory category={category} />}
    </li>
  )
}

/** Asked for when somebody wants to see it: there may be hundreds of shelves. */
function History({ category }: { category: Category }) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  const title = `${t('audit.history')}: ${nameIn(t, category.name)}`
  return (
    <>
      <IconButton size="sm" label={title} onClick={() => setOpen(true)}>
        <ScrollText />
      </IconButton>
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={title}>
        {isOpen && <AuditHistory kind="category" id={String(category.id)} />}
      </OfficeDialog>
    </>
  )
}

function NewCategory() {
  const t = useOfficeWords()
  return (
    <Act
      label={t('catalogue.acts.category')}
      explain={t('catalogue.acts.categoryWhat')}
      icon={<Plus size={18} />}
      variant="primary"
      asksReason={false}
      schema={async () => (await import('./forms.ts')).CategoryForm}
      fields={(field) => <Fields field={field} />}
      send={({ parentId, type, ...typed }) =>
        actCall('POST /office/categories', {
          body: { ...typed, type: Number(type), parentId: Number(parentId) || null },
        })
      }
      done={t('catalogue.acts.categoryDone')}
    />
  )
}

function Fields({ field }: { field: (name: 'name' | 'slug' | 'parentId' | 'type') => FormField }) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  return (
    <>
      <NameAndSlug field={field} longest={LONGEST_CATEGORY_NAME} />
      <SelectField {...field('parentId')} label={t('catalogue.field.parentId')}>
        <option value="0">{t('catalogue.topLevel')}</option>
        {categoryOptions(t, shelves)}
      </SelectField>
      <SelectField {...field('type')} label={t('catalogue.field.type')}>
        {typeOptions(t)}
      </SelectField>
    </>
  )
}

function ChangeCategory({ category }: { category: Category }) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  return (
    <ChangeAct
      size="sm"
      label={t('catalogue.acts.change')}
      explain={<bdi>{nameIn(t, category.name)}</bdi>}
      now={heldIn(category)}
      schema={async () => (await import('./forms.ts')).ChangeCategoryForm}
      fields={(wire) => (
        <>
          <LanguageFields
            wire={wire}
            kind="name"
            labels={{ english: t('catalogue.field.nameEnglish'), others: t('catalogue.otherNames') }}
            maxLength={LONGEST_CATEGORY_NAME}
          />
          <TextField
            {...wire('slug', { hint: t('catalogue.slugHint') })}
            label={t('catalogue.field.slug')}
            maxLength={LONGEST_SLUG}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <SelectField
            {...wire('parentId', { say: (id) => sayCategory(t, shelves, Number(id)) })}
            label={t('catalogue.field.parentId')}
          >
            <option value="0">{t('catalogue.topLevel')}</option>
            {categoryOptions(t, shelves)}
          </SelectField>
          <SelectField
            {...wire('type', { say: (type) => t(`catalogue.type.${type as 0 | 1 | 2}`) })}
            label={t('catalogue.field.type')}
          >
            {typeOptions(t)}
          </SelectField>
          <PositionField wire={wire} />
        </>
      )}
      save={(changes) => actCall('POST /office/categories/{id}', { params: { id: category.id }, body: { changes } })}
      done={t('catalogue.saved')}
    />
  )
}

const typeOptions = (t: TranslateOffice) =>
  ([0, 1, 2] as const).map((type) => (
    <option key={type} value={type}>
      {t(`catalogue.type.${type}`)}
    </option>
  ))

function sayCategory(t: TranslateOffice, shelves: Shelves | undefined, id: number): string {
  const category = shelves?.categories.find((one) => one.id === id)
  return category ? nameIn(t, category.name) : t('catalogue.topLevel')
}

const heldIn = ({ name, slug, parentId, type, position }: Category): Held => ({
  ...Object.fromEntries(LOCALES.map(({ code }) => [`name.${code}`, name[code] ?? ''])),
  ...{ slug, parentId: parentId ?? 0, type, position },
})
