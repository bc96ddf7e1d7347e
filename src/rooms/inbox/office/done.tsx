// It needs no answer any more, or one after all.
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Item } from './item.ts'
import { usePress } from './press.tsx'

export function DoneOrReopen({ item: { id, seen, state }, kind }: { item: Item; kind: 'ticket' | 'enquiry' }) {
  const t = useOfficeWords()
  const { press, isBusy, problem } = usePress()
  const call = { params: { kind, id }, body: { seen } }
  const isDone = state === 'done'
  return (
    <div className="grid gap-3">
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div>
        <Button
          size="sm"
          loading={isBusy}
          loadingLabel={t('frame.loading')}
          onClick={() =>
            void (isDone
              ? press(() => actCall('POST /office/inbox/{kind}/{id}/reopen', call), t('inbox.acts.reopened'))
              : press(() => actCall('POST /office/inbox/{kind}/{id}/done', call), t('inbox.acts.isDone')))
          }
        >
          {t(isDone ? 'inbox.acts.reopen' : 'inbox.acts.done')}
        </Button>
      </div>
    </div>
  )
}
