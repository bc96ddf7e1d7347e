// On /my-security: the member's passkeys, added, renamed and removed.
import { useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { makePasskey, passkeysHere } from '#browser/passkeys.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useTurn } from '#rooms/members/ui/in-turn.tsx'
import { MemberProblem, MemberSkeleton } from '#rooms/members/ui/member-page.tsx'
import { useRowFocus } from '#rooms/members/ui/row-focus.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { sayNoPasskey } from '#rooms/sessions/ui/by-passkey.ts'
import { NoPasskeys } from '#rooms/sessions/ui/no-passkeys.tsx'
import { useProof } from '#rooms/sessions/ui/prove-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'
import { type Passkey, PasskeyRow } from './passkey-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

export function Passkeys() {
  const t = useMemberWords()
  const { data, problem, reload } = useLoaded('passkeys', (signal) =>
    call('GET /api/profile/passkeys', { query: {} }, { signal }),
  )
  useTurn(data !== undefined || problem !== undefined)
  const { withProof, dialog } = useProof()
  const [working, setWorking] = useState<string>()
  const [asked, setAsked] = useState<{ about: Passkey; ask: 'rename' | 'remove' }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const rowFocus = useRowFocus(heading)
  if (!data) return problem ? <MemberProblem retry={reload} /> : <MemberSkeleton />

  async function change(what: string, work: () => Promise<unknown>, done: string) {
    if (working) return
    setWorking(what)
    try {
      if ((await withProof(work)) !== undefined) toast({ message: done })
    } catch (error) {
      // Gone already: the list says so when it is loaded again.
      if (!(error instanceof CallRefused && error.status === 404))
        toast({ message: sayNoPasskey(error, t), tone: 'bad' })
    } finally {
      setWorking(undefined)
      reload()
    }
  }

  const add = () =>
    change(
      'add',
      async () => {
        const made = await makePasskey(await call('POST /api/profile/passkeys/begin', {}))
        return call('POST /api/profile/passkeys', { body: made })
      },
      t('security.passkeyAdded'),
    )

  function remove({ id }: Passkey) {
    setAsked(undefined)
    return change(id, () => call('DELETE /api/profile/passkeys/{id}', { params: { id } }), t('security.passkeyRemoved'))
  }

  function rename({ id }: Passkey, name: string) {
    setAsked(undefined)
    return change(
      id,
      () => call('POST /api/profile/passkeys/{id}/rename', { params: { id }, body: { name } }),
      t('security.passkeyRenamed'),
    )
  }

  return (
    <Card as="section" padding="lg">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('security.passkeys')}
      </h2>
      <p className="mt-1 text-muted">{t('security.passkeysText')}</p>
      {data.total === 0 && <p className="mt-4">{t('security.passkeysEmpty')}</p>}
      <ul {...rowFocus} className="mt-3 divide-y divide-line">
        {data.rows.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            working={working === passkey.id}
            onAsk={(ask) => setAsked({ about: passkey, ask })}
          />
        ))}
      </ul>
      <div className="mt-4">
        {passkeysHere() === 'yes' ? (
          <Button
            variant={data.total === 0 ? 'primary' : undefined}
            loading={working === 'add'}
            onClick={() => void add()}
          >
            {t('security.passkeyAdd')}
          </Button>
        ) : (
          <NoPasskeys />
        )}
      </div>
      <RenameDialog
        passkey={asked?.ask === 'rename' ? asked.about : undefined}
        onName={rename}
        onCancel={() => setAsked(undefined)}
      />
      <RemoveDialog
        passkey={asked?.ask === 'remove' ? asked.about : undefined}
        onRemove={remove}
        onCancel={() => setAsked(undefined)}
      />
      {dialog}
    </Card>
  )
}
