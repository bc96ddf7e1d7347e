import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { SEARCH_LENGTH } from '../../limits.ts'

type OrdersFilterProps = {
  status: string
  name: string
  statuses: { dictLabel: string; dictValue: string }[]
}

/** By status and by what was bought; what is looked for stands in the address. */
export function OrdersFilter({ status, name, statuses }: OrdersFilterProps) {
  const t = useMemberWords()
  const router = useRouter()
  const search = useRef<HTMLInputElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const known = statuses.length

  // The fields follow the address, and stay the same: whoever chose in one still has the focus there.
  useEffect(() => {
    if (search.current) search.current.value = name
  }, [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: none can be chosen before there are some
  useEffect(() => {
    if (select.current) select.current.value = status
  }, [status, known])

  function show(form: HTMLFormElement) {
    const wanted = new FormData(form)
    const text = (field: string) => String(wanted.get(field) ?? '').trim() || undefined
    void router.navigate({ to: '/my-order', search: { status: text('status'), name: text('name') } })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    show(event.currentTarget)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that shop here
    <form role="search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        ref={search}
        label={t('orders.search')}
        name="name"
        type="search"
        maxLength={SEARCH_LENGTH}
        autoComplete="off"
        className="min-w-48 flex-1"
      />
      <SelectField
        ref={select}
        label={t('orders.status')}
        name="status"
        onChange={({ currentTarget: { form } }) => form && show(form)}
        className="min-w-40"
      >
        <option value="">{t('orders.any')}</option>
        {statuses.map(({ dictLabel, dictValue }) => (
          <option key={dictValue} value={dictValue}>
            {dictLabel}
          </option>
        ))}
      </SelectField>
      <Button type="submit" icon={<Search size={18} aria-hidden="true" />}>
        {t('orders.find')}
      </Button>
    </form>
  )
}
