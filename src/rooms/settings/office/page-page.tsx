// /office/settings/pages/privacy: one page of the shop, English beside another language.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { Conflicts } from '#rooms/staff/office/conflicts.tsx'
import { LanguageChoice, languageName, otherLanguage } from '#rooms/staff/office/language-choice.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { PreviewButtons } from '#rooms/staff/office/preview-buttons.tsx'
import { SaveBar } from '#rooms/staff/office/save-bar.tsx'
import { useMay } from '#rooms/staff/office/session.ts'
import { type Editing, useEditing } from '#rooms/staff/office/use-editing.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { LONGEST_PAGE } from '../limits.ts'

const route = getRouteApi('/frame/settings/pages/$page')
type Page = Awaited<ReturnType<typeof officeCall<'GET /office/pages/{page}'>>>

export function PagePage() {
  const t = useOfficeWords()
  const { page } = route.useParams()
  const found = useQuery({
    queryKey: ['page', page],
    queryFn: ({ signal }) =>
      officeCall('GET /office/pages/{page}', { params: { page: page as Page['page'] } }, { signal }),
    retry: false,
  })
  return (
    <OneThing
      of={found}
      back={
        <Link to="/settings/pages" className={backClass}>
          <Back>{t('pages.title')}</Back>
        </Link>
      }
      titleOf={(data) => t(`pages.names.${data.page}`)}
      none={{ title: t('pages.noPage'), hint: t('pages.noPageHint') }}
    >
      {(data) => <Shown key={data.page} page={data} />}
    </OneThing>
  )
}

const languageIn = (field: string) => field.slice('text.'.length)

function Shown({ page }: { page: Page }) {
  const t = useOfficeWords()
  const may = useMay()
  const queries = useQueryClient()
  const other = otherLanguage(route.useSearch().language)
  const editing = useEditing({
    held: (field) => page.text[languageIn(field)] ?? '',
    send: async (changes) => {
      const saved = await actCall('POST /office/pages/{page}', { params: { page: page.page }, body: { changes } })
      queries.setQueryData(['page', page.page], saved)
    },
    preview: (changes, language) =>
      actCall(
        'POST /office/pages/{page}/preview',
        { params: { page: page.page }, body: { language, changes } },
        'error.offline',
      ),
    refresh: () => queries.invalidateQueries({ queryKey: ['page', page.page] }),
    tried: () => void queries.invalidateQueries({ queryKey: ['pages'] }),
  })
  const nameOf = (field: string) => languageName(languageIn(field))
  return (
    <>
      <div className="mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-2xl">{t(`pages.names.${page.page}`)}</h1>
        {Object.keys(page.text).length > 0 && (
          <a
            href={page.path}
            target="_blank"
            rel="noopener"
            className={`${textLinkClass} inline-flex items-center gap-1 text-sm`}
          >
            {t('pages.seeIt')} <ExternalLink size={14} aria-hidden="true" />
          </a>
        )}
      </div>
      <p className="mt-1 text-sm text-muted">{t('pages.hint')}</p>
      {may('content.write') && Object.keys(editing.edits).length === 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          <PreviewButtons editing={editing} other={other} />
        </div>
      )}
      <Conflicts editing={editing} nameOf={nameOf} say={(_, value) => String(value) || '–'} />
      <Texts page={page} editing={editing} other={other} readOnly={!may('content.write')} />
      <Card as="section" padding="none" className="mt-5 mb-24 p-4 max-sm:mb-40 sm:p-5">
        <h2 className="text-lg">{t('audit.history')}</h2>
        <AuditHistory kind="page" id={page.page} />
      </Card>
      <SaveBar editing={editing} nameOf={nameOf} other={other} />
    </>
  )
}

type TextsProps = {
  page: Page
  editing: Editing
  /** The language beside English. */
  other: string
  readOnly: boolean
}

function Texts({ page, editing, other, readOnly }: TextsProps) {
  const t = useOfficeWords()
  const isWritten = Object.keys(page.text).length > 0
  return (
    <>
      <LanguageChoice chosen={other} missing={(code) => (isWritten && !page.text[code] ? 1 : 0)} />
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        {['en-US', other].map((code) => (
          <TextArea
            key={code}
            name={`text.${code}`}
            label={`${t('pages.text')} (${languageName(code)})`}
            className="[&_textarea]:min-h-96"
            value={String(editing.value(`text.${code}`))}
            maxLength={LONGEST_PAGE}
            error={editing.error(`text.${code}`)}
            readOnly={readOnly}
            lang={LOCALES.find((locale) => locale.code === code)?.tag}
            dir="auto"
            aside={
              code !== 'en-US' && editing.value(`text.${code}`) === '' && isWritten ? (
                <span className="text-warn">{t('catalogue.isMissing')}</span>
              ) : undefined
            }
            onChange={({ target }) => editing.set(`text.${code}`, target.value)}
          />
        ))}
      </div>
    </>
  )
}
