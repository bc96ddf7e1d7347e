// What the log is narrowed to: sent together, so that the list does not change under the hands.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { sayAct, sayKind } from './audit-said.ts'
import { DayFields, refuseReversed } from './day-fields.tsx'
import { useOfficeWords } from './words.ts'

const route = getRouteApi('/frame/audit')
const NAMES = ['person', 'act', 'kind', 'id', 'from', 'to'] as const

interface AuditFilterProps {
  search: Partial<Record<(typeof NAMES)[number], string | undefined>>
  /** In which zone days are counted. */
  days: string | undefined
}

export function AuditFilter({ search, days }: AuditFilterProps) {
  const t = useOfficeWords()
  const navigate = route.useNavigate()
  const { data } = useQuery({
    queryKey: ['audit', 'choices'],
    queryFn: ({ signal }) => officeCall('GET /office/audit/choices', {}, { signal }),
    staleTime: 60_000,
  })
  const [reversed, setReversed] = useState(false)
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const refused = refuseReversed(event.currentTarget)
    setReversed(refused)
    if (refused) return
    const form = new FormData(event.currentTarget)
    const typed = NAMES.map((name) => [name, String(form.get(name) ?? '').trim()] as const)
    void navigate({ search: Object.fromEntries(typed.filter(([, value]) => value !== '')) })
  }
  // What the address says can be chosen also while it is not known what else can.
  const withChosen = (known: readonly string[], chosen: string | undefined) =>
    chosen && !known.includes(chosen) ? [chosen, ...known] : known
  const people = data?.people ?? []
  const isOther = search.person && search.person !== 'machine' && !people.some(({ id }) => id === search.person)
  return (
    <search>
      <form
        key={data ? 'known' : 'asked'}
        onSubmit={find}
        className="mt-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-3 2xl:grid-cols-6"
      >
        <SelectField name="person" label={t('audit.person')} defaultValue={search.person ?? ''}>
          <option value="">{t('audit.anybody')}</option>
          <option value="machine">{t('audit.machine')}</option>
          {isOther && <option value={search.person}>{search.person}</option>}
          {people.map(({ id, actor }) => (
            <option key={id} value={id}>
              {actor}
            </option>
          ))}
        </SelectField>
        <SelectField name="act" label={t('audit.act')} defaultValue={search.act ?? ''}>
          <option value="">{t('audit.anything')}</option>
          {withChosen(data?.acts ?? [], search.act).map((act) => (
            <option key={act} value={act}>
              {sayAct(t, act)}
            </option>
          ))}
        </SelectField>
        <SelectField name="kind" label={t('audit.kind')} defaultValue={search.kind ?? ''}>
          <option value="">{t('audit.anything')}</option>
          {withChosen(data?.kinds ?? [], search.kind).map((kind) => (
            <option key={kind} value={kind}>
              {sayKind(t, kind)}
            </option>
          ))}
        </SelectField>
        <TextField
          name="id"
          label={t('audit.id')}
          defaultValue={search.id ?? ''}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <DayFields zone={days} from={search.from} to={search.to} isReversed={reversed} />
        <p className="flex flex-wrap gap-2 col-span-full">
          <Button type="submit">{t('audit.find')}</Button>
          {Object.values(search).some(Boolean) && (
            <Link to="/audit" className={buttonClass({ variant: 'ghost' })}>
              {t('audit.all')}
            </Link>
          )}
        </p>
      </form>
    </search>
  )
}
