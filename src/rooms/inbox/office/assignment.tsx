// Whose an item is, and giving it to somebody.
import { useQuery } from '@tanstack/react-query'
import { officeCall } from '#browser/office-calls.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { ReadFailed } from '#rooms/staff/office/listing.tsx'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { Item } from './item.ts'
import { usePress } from './press.tsx'

export function Assignment({ item: { kind, id, assignee } }: { item: Item }) {
  const t = useOfficeWords()
  const may = useMay()
  const { data: me } = useMe()
  const mayGive = may('inbox.answer')
  const { press, isBusy, problem } = usePress()
  const list = useQuery({
    queryKey: ['inbox people'],
    queryFn: ({ signal }) => officeCall('GET /office/inbox/people', {}, { signal }),
    enabled: mayGive,
  })
  if (!mayGive) return <p className="mt-3 break-words">{assignee ? <bdi>{assignee.name}</bdi> : t('inbox.nobody')}</p>
  const from = assignee?.id ?? null
  const give = (to: string | null) =>
    void press(
      () => actCall('POST /office/inbox/{kind}/{id}/assign', { params: { kind, id }, body: { to, from } }),
      t(to === null ? 'inbox.acts.freed' : 'inbox.acts.given'),
    )
  const people = list.data?.people ?? []
  // Who has it, though he may answer no more.
  const shown = assignee && !people.some((one) => one.id === assignee.id) ? [assignee, ...people] : people
  return (
    <div className="mt-3 grid gap-3">
      <SelectField
        label={t('inbox.assignee')}
        hideLabel
        value={from ?? ''}
        onChange={(event) => give(event.target.value || null)}
      >
        <option value="">{t('inbox.nobody')}</option>
        {shown.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <ReadFailed of={list} title={t('inbox.assignee')} />
      {me && from !== me.id && (
        <div>
          <Button size="sm" loading={isBusy} loadingLabel={t('frame.loading')} onClick={() => give(me.id)}>
            {t('inbox.acts.take')}
          </Button>
        </div>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </div>
  )
}
