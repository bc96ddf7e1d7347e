// What can be done with a batch now, for whoever may.
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { saveFile } from '#rooms/staff/office/save-file.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { TextField } from '#ui/text-field.tsx'
import type { Batch } from './batches.ts'

/** Acts that ask for nothing but the reason, and where they can be done. */
const PLAIN = {
  block: { permission: 'vault.block', call: 'POST /office/key-batches/{id}/block', can: ['open'] },
  unblock: { permission: 'vault.block', call: 'POST /office/key-batches/{id}/unblock', can: ['blocked'] },
  withdraw: {
    permission: 'vault.withdraw',
    call: 'POST /office/key-batches/{id}/withdraw',
    can: ['open', 'blocked'],
  },
  takeBack: { permission: 'vault.withdraw', call: 'POST /office/key-batches/{id}/take-back', can: ['withdrawn'] },
} as const
type PlainName = keyof typeof PLAIN

const reasonForm = async () => (await import('#rooms/staff/forms.ts')).ReasonForm

export function BatchActs({ batch }: { batch: Batch }) {
  const may = useMay()
  const { state, counts, comesBackUntil } = batch
  const can = (act: PlainName) =>
    may(PLAIN[act].permission) &&
    (PLAIN[act].can as readonly string[]).includes(state) &&
    (act !== 'takeBack' || comesBackUntil !== null)
  const isLeft = Boolean(counts.available || counts.reserved || counts.blocked || counts.withdrawn)
  return (
    <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
      {(Object.keys(PLAIN) as PlainName[]).map((act) => can(act) && <PlainAct key={act} batch={batch} act={act} />)}
      {state !== 'withdrawn' && may('vault.withdraw') && <MoveAct batch={batch} />}
      {isLeft && may('vault.withdraw') && <ExportAct batch={batch} />}
    </div>
  )
}

function PlainAct({ batch: { id, state }, act }: { batch: Batch; act: PlainName }) {
  const t = useOfficeWords()
  return (
    <Act
      label={t(`keys.acts.${act}`)}
      explain={t(`keys.acts.${act}What`)}
      schema={reasonForm}
      seen={state}
      send={({ reason }, seen) => actCall(PLAIN[act].call, { params: { id }, body: { reason, seen } })}
      done={t(`keys.acts.${act}Done`)}
    />
  )
}

function MoveAct({ batch: { id, state, skuCode } }: { batch: Batch }) {
  const t = useOfficeWords()
  return (
    <Act
      label={t('keys.acts.move')}
      explain={t('keys.acts.moveWhat', { code: skuCode })}
      schema={async () => (await import('./forms.ts')).MoveForm}
      fields={(field) => (
        <TextField {...field('skuCode')} label={t('keys.moveTo')} maxLength={200} autoComplete="off" required />
      )}
      seen={{ seen: state, from: skuCode }}
      send={(typed, seen) =>
        actCall('POST /office/key-batches/{id}/move', { params: { id }, body: { ...typed, ...seen } })
      }
      done={t('keys.acts.moveDone')}
    />
  )
}

function ExportAct({ batch: { id, state } }: { batch: Batch }) {
  const t = useOfficeWords()
  return (
    <Act
      label={t('keys.acts.export')}
      explain={t('keys.acts.exportWhat')}
      variant="danger"
      schema={reasonForm}
      seen={state}
      send={async ({ reason }, seen) => {
        const body = { reason, seen }
        const { name, text } = await actCall('POST /office/key-batches/{id}/export', { params: { id }, body })
        saveFile(name, text)
      }}
      done={t('keys.acts.exportDone')}
    />
  )
}
