// On /office/me: one's passkeys, added, renamed and removed.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { makePasskey, passkeysHere } from '#browser/passkeys.ts'
import { PASSKEY_NAME_LENGTH } from '#rooms/webauthn/limits.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { Act } from './act.tsx'
import { actCall } from './act-call.ts'
import { NoPasskeys, sayNoPasskey } from './by-passkey.tsx'
import { sayMoment } from './said.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

type Passkey = Awaited<ReturnType<typeof officeCall<'GET /office/me/passkeys'>>>['passkeys'][number]

export function OwnPasskeys() {
  const t = useOfficeWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['own', 'passkeys'],
    queryFn: ({ signal }) => officeCall('GET /office/me/passkeys', {}, { signal }),
  })
  return (
    <>
      <p className="mt-2 text-muted">{t('staff.me.passkeysText')}</p>
      {data ? (
        <>
          {data.passkeys.length === 0 && <p className="mt-3">{t('staff.me.passkeysEmpty')}</p>}
          <ul className="mt-3 grid gap-3">
            {data.passkeys.map((passkey) => (
              <Row key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        </>
      ) : error ? (
        <Notice tone="bad" className="mt-3">
          {sayRefusal(t, error)}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            {t('frame.again')}
          </Button>
        </Notice>
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-3">
          <SkeletonBlock className="h-12" />
        </SkeletonGroup>
      )}
      <div className="mt-4">{passkeysHere() === 'yes' ? <Add /> : <NoPasskeys />}</div>
    </>
  )
}

function Row({ passkey: { id, name, createdAt, usedAt, synced, state } }: { passkey: Passkey }) {
  const t = useOfficeWords()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-3 text-sm last:border-0 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {synced && <Badge>{t('staff.me.passkeySynced')}</Badge>}
        </p>
        <p className="text-muted">
          {t('staff.me.passkeyMade', { when: sayMoment(t, createdAt) })} ·{' '}
          {usedAt ? t('staff.me.passkeyUsed', { when: sayMoment(t, usedAt) }) : t('staff.me.passkeyUnused')}
        </p>
        {state === 'doubted' && <p className="text-bad">{t('staff.me.passkeyDoubted')}</p>}
        {state === 'elsewhere' && <p className="text-warn">{t('staff.me.passkeyElsewhere')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Act
          size="sm"
          label={t('staff.me.passkeyRename')}
          explain={t('staff.me.passkeyRenameWhat')}
          asksReason={false}
          schema={async () => (await import('../forms.ts')).PasskeyNameForm}
          fields={(field) => (
            <TextField
              {...field('name')}
              label={t('staff.me.passkeyName')}
              defaultValue={name}
              maxLength={PASSKEY_NAME_LENGTH}
              autoComplete="off"
              dir="auto"
              required
            />
          )}
          send={(body) => actCall('POST /office/me/passkeys/{id}/rename', { params: { id }, body })}
          done={t('staff.me.passkeyRenamed')}
        />
        <Act
          size="sm"
          label={t('staff.me.passkeyRemove')}
          explain={t('staff.me.passkeyRemoveWhat')}
          asksReason={false}
          schema={async () => (await import('../forms.ts')).SureForm}
          send={() => actCall('DELETE /office/me/passkeys/{id}', { params: { id } })}
          done={t('staff.me.passkeyRemoved')}
        />
      </div>
    </li>
  )
}

/** The browser asks itself: no question of ours stands before its own. */
function Add() {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function add() {
    setAdding(true)
    setProblem(undefined)
    try {
      const made = await makePasskey(await actCall('POST /office/me/passkeys/begin', {}, 'error.offline'))
      await actCall('POST /office/me/passkeys', { body: made })
      toast({ message: t('staff.me.passkeyAddedDone'), tone: 'good' })
    } catch (error) {
      setProblem(sayNoPasskey(t, error))
    } finally {
      setAdding(false)
      await queries.invalidateQueries()
    }
  }

  return (
    <div className="grid gap-4">
      <Button
        className="justify-self-start"
        loading={isAdding}
        loadingLabel={t('frame.loading')}
        onClick={() => void add()}
      >
        {t('staff.me.passkeyAdd')}
      </Button>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </div>
  )
}
