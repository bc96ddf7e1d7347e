// What can be done with the products that are chosen in the list; each question shows what it would do before anything begins.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import type { FormField } from '#ui/use-form.ts'
import { type BulkChange, readChange, sayBulkValue } from './bulk-words.ts'
import type { Select, Selection } from './selection.ts'
import { categoryOptions, useShelves } from './shelves.ts'

export function BulkBar({ selection, total }: { selection: Selection; total: string }) {
  const t = useOfficeWords()
  const may = useMay()
  if (selection.isEmpty) return null
  const { select } = selection
  return (
    <section
      aria-label={t('catalogue.bulk.chosen')}
      className="sticky bottom-0 z-5 mt-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface p-3"
    >
      <p className="figures me-auto text-sm" role="status">
        {selection.isAll
          ? t(selection.count > 0 ? 'catalogue.bulk.allBut' : 'catalogue.bulk.all', { total, count: selection.count })
          : t('catalogue.bulk.some', { count: selection.count })}
      </p>
      {!selection.isAll && (
        <Button size="sm" variant="ghost" onClick={selection.all}>
          {t('catalogue.bulk.chooseAll')}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={selection.none}>
        {t('catalogue.bulk.chooseNone')}
      </Button>
      {may('prices.write') && (
        <BulkAct name="price" select={select} onBegun={selection.none}>
          {(field, note) => <PriceFields field={field} note={note} />}
        </BulkAct>
      )}
      {may('catalogue.write') && (
        <>
          <BulkAct name="on" select={select} onBegun={selection.none} />
          <BulkAct name="off" select={select} onBegun={selection.none} />
          <BulkAct name="category" select={select} onBegun={selection.none}>
            {(field, note) => <CategoryField field={field} note={note} />}
          </BulkAct>
        </>
      )}
    </section>
  )
}

type Name = 'price' | 'on' | 'off' | 'category'
type Fields = 'percent' | 'amount' | 'ending' | 'categoryId'
type Note = (typed: Partial<Record<Fields, string>>) => void

interface BulkActProps {
  name: Name
  select: Select
  onBegun: () => void
  children?: (field: (name: Fields) => FormField, note: Note) => ReactNode
}

function BulkAct({ name, select, onBegun, children }: BulkActProps) {
  const t = useOfficeWords()
  const navigate = useNavigate()
  /** How many rows the preview has shown. */
  const seen = useRef(-1)
  // Sent again after an answer that was lost, it is one change; what was changed meanwhile is another.
  const attempt = useAttempt()
  return (
    <Act
      size="sm"
      label={t(`catalogue.bulk.${name}`)}
      explain={t(`catalogue.bulk.${name}What`)}
      schema={async () => (await import('./forms.ts')).BULK_FORMS[name]}
      fields={(field) => (
        <Asked name={name} select={select} seen={seen} field={field as unknown as (name: Fields) => FormField}>
          {children}
        </Asked>
      )}
      send={async ({ reason, ...typed }) => {
        const change = readChange(name, typed as Record<string, string>)!
        const tells = 'tells' in typed && typed.tells !== undefined
        const id = attempt.idOf({ select, change, tells })
        const body = { id, select, seen: seen.current, tells, reason }
        if (change.what === 'price')
          await actCall('POST /office/bulk/prices', { body: { ...body, change } }, 'act.again')
        else await actCall('POST /office/bulk/products', { body: { ...body, change } }, 'act.again')
        onBegun()
        await navigate({ to: '/catalogue/bulk/$id', params: { id } })
      }}
      done={t('catalogue.bulk.begun')}
    />
  )
}

interface AskedProps {
  name: Name
  select: Select
  seen: { current: number }
  field: (name: Fields) => FormField
  children: BulkActProps['children']
}

/** The fields, and below them what would become of what. */
function Asked({ name, select, seen, field, children }: AskedProps) {
  const [typed, setTyped] = useState<Partial<Record<Fields, string>>>({})
  const change = readChange(name, typed)
  return (
    <>
      {children?.(field, (more) => setTyped((all) => ({ ...all, ...more })))}
      {change && <Preview select={select} change={change} seen={seen} />}
    </>
  )
}

function Preview({ select, change, seen }: { select: Select; change: BulkChange; seen: { current: number } }) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  const { data, error } = useQuery({
    queryKey: ['bulk-preview', select, change],
    queryFn: ({ signal }) => officeCall('POST /office/bulk/preview', { body: { select, change } }, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  seen.current = data?.rows ?? -1
  if (error) return <Notice tone="bad">{sayRefusal(t, error as never)}</Notice>
  if (!data) return <p className="text-sm text-muted">{t('frame.loading')}</p>
  return (
    <div className="rounded-control border border-line p-3 text-sm" aria-live="polite">
      <p className="figures font-medium">
        {t(change.what === 'category' ? 'catalogue.bulk.products' : 'catalogue.bulk.offers', {
          count: data.products,
          offers: data.rows,
        })}
      </p>
      <ul className="mt-2 grid gap-1">
        {data.examples.slice(0, 5).map((example) => (
          <li key={`${example.productId} ${example.skuCode}`} className="flex flex-wrap justify-between gap-x-3">
            <bdi className="min-w-0 truncate">{example.name}</bdi>
            <span className="figures text-muted">
              {sayBulkValue(t, change, example.before, shelves)} →{' '}
              {example.after === null
                ? t('catalogue.bulk.why.impossible')
                : sayBulkValue(t, change, example.after, shelves)}
            </span>
          </li>
        ))}
      </ul>
      {change.what !== 'category' && <Tells select={select} />}
    </div>
  )
}

/** Counted once for what is selected, not for each letter typed; he is asked also where it cannot be counted. */
function Tells({ select }: { select: Select }) {
  const t = useOfficeWords()
  const { data } = useQuery({
    queryKey: ['bulk-wishers', select],
    queryFn: ({ signal }) => officeCall('POST /office/bulk/wishers', { body: { select } }, { signal }),
    staleTime: 60_000,
  })
  if (data?.wishers === 0) return null
  return (
    <>
      {data && <p className="mt-3">{t('catalogue.bulk.wishers', { count: data.wishers })}</p>}
      <Checkbox name="tells" value="1" hint={t('catalogue.bulk.tellsHint')}>
        {t('catalogue.bulk.tells')}
      </Checkbox>
    </>
  )
}

type FieldsProps = { field: (name: Fields) => FormField; note: Note }

function noted(name: Fields, { field, note }: FieldsProps) {
  const wiring = field(name)
  return {
    ...wiring,
    onChange(event: Parameters<FormField['onChange']>[0]) {
      wiring.onChange(event)
      note({ [name]: event.target.value })
    },
  }
}

function PriceFields(props: FieldsProps) {
  const t = useOfficeWords()
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        {...noted('percent', props)}
        label={t('catalogue.bulk.percent')}
        placeholder="-10"
        inputMode="text"
        autoComplete="off"
      />
      <TextField
        {...noted('amount', props)}
        label={t('catalogue.bulk.amount')}
        placeholder="+0.50"
        inputMode="text"
        autoComplete="off"
      />
      <SelectField {...noted('ending', props)} label={t('catalogue.bulk.ending')} defaultValue="">
        <option value="">{t('catalogue.bulk.noEnding')}</option>
        {['99', '95', '90', '00'].map((cents) => (
          <option key={cents} value={Number(cents)}>
            .{cents}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function CategoryField(props: FieldsProps) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  return (
    <SelectField {...noted('categoryId', props)} label={t('catalogue.category')} defaultValue="">
      <option value="" />
      {categoryOptions(t, shelves)}
    </SelectField>
  )
}
