import type { CallResult } from '#platform/http/contract.ts'
import { sayMoment } from '#rooms/members/ui/moment.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import type { passkeysContract } from '../contract.ts'

export type Passkey = CallResult<(typeof passkeysContract)['POST /api/profile/passkeys']>

type PasskeyRowProps = { passkey: Passkey; working: boolean; onAsk: (ask: 'rename' | 'remove') => void }

export function PasskeyRow({ passkey, working, onAsk }: PasskeyRowProps) {
  const t = useMemberWords()
  const { name, createdAt, usedAt, synced, state } = passkey
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {synced && <Badge>{t('security.passkeySynced')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {t('security.passkeyMade', { when: sayMoment(createdAt, t.tag) })} ·{' '}
          {usedAt ? t('security.used', { when: sayMoment(usedAt, t.tag) }) : t('security.passkeyUnused')}
        </p>
        {state === 'doubted' && <p className="mt-1 text-sm text-bad">{t('security.passkeyDoubted')}</p>}
        {state === 'elsewhere' && <p className="mt-1 text-sm text-warn">{t('security.passkeyElsewhere')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={working} onClick={() => onAsk('rename')}>
          {t('security.passkeyRename')}
          <span className="sr-only">{name}</span>
        </Button>
        <Button loading={working} onClick={() => onAsk('remove')}>
          {t('security.passkeyRemove')}
          <span className="sr-only">{name}</span>
        </Button>
      </div>
    </li>
  )
}
