// On /my-account: everything that the shop holds, as one file, and the end of it.
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import type { User } from '#rooms/members/schemas.ts'
import { askWhoIsThere } from '#rooms/members/ui/member-store.ts'
import { endOffer } from '#rooms/members/ui/security-offer.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { resultAddress } from '#rooms/orders/ui/result-address.ts'
import type { Proof } from '#rooms/sessions/ui/prove-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/class-names.ts'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { forgetTyped } from '#ui/typed-here.ts'
import type { Held } from '../contract.ts'
import { CloseDialog } from './close-dialog.tsx'
import { saveArchive } from './save-archive.ts'

type DataSectionProps = Pick<Proof, 'withProof'> & { user: User }

export function DataSection({ user, withProof }: DataSectionProps) {
  const t = useMemberWords()
  const router = useRouter()
  const [busy, setBusy] = useState<'download' | 'close'>()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Held>()

  async function attempt(what: 'download' | 'close', work: () => Promise<unknown>) {
    if (busy) return
    setBusy(what)
    setProblem(undefined)
    try {
      await withProof(work)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(heldBy(error))
    } finally {
      setBusy(undefined)
    }
  }

  async function close() {
    await call('POST /api/profile/erase', { body: { confirmed: true, id: user.id } })
    endOffer()
    forgetTyped()
    toast({ message: t('privacy.closed'), tone: 'good' })
    await askWhoIsThere()
    await router.navigate({ to: '/' })
  }

  return (
    <section aria-labelledby="privacy">
      <Card className="grid grid-cols-1 gap-4">
        <h2 id="privacy" className="text-xl">
          {t('privacy.title')}
        </h2>
        <p className="text-muted">{t('privacy.text')}</p>
        <Button
          className="justify-self-start"
          loading={busy === 'download'}
          loadingLabel={t('privacy.downloading')}
          onClick={() => void attempt('download', saveArchive)}
        >
          {t('privacy.download')}
        </Button>
        <p className="border-t border-line pt-4 text-muted">{t('privacy.closeText')}</p>
        {problem && <WhyHeld held={problem} />}
        <Button variant="danger" className="justify-self-start" onClick={() => setAsking(true)}>
          {t('privacy.close')}
        </Button>
      </Card>
      <CloseDialog
        open={asking}
        points={user.uintegral}
        onKeep={() => setAsking(false)}
        onClose={() => {
          setAsking(false)
          void attempt('close', close)
        }}
      />
    </section>
  )
}

const heldBy = ({ message, data }: CallRefused): Held =>
  message === 'erasure.held' ? (data as Held) : { reasons: [message], orders: [], more: 0 }

/** What is in the way, and which orders that is about. */
function WhyHeld({ held: { reasons, orders, more } }: { held: Held }) {
  const t = useMemberWords()
  return (
    <Notice tone="bad" live title={reasons.length > 1 ? t('privacy.held') : undefined}>
      {reasons.map((reason) => (
        <p key={reason}>{t(t.knows(reason) ? reason : 'error.unexpected')}</p>
      ))}
      {orders.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
          {orders.map((order) => (
            <li key={order.orderId}>
              <UiLink href={resultAddress(order)} className={cx(textLinkClass, 'font-mono')}>
                <bdi>{order.orderNo}</bdi>
              </UiLink>
            </li>
          ))}
          {more > 0 && (
            <li>
              <UiLink href="/my-order" className={textLinkClass}>
                {t('privacy.heldMore', { more })}
              </UiLink>
            </li>
          )}
        </ul>
      )}
    </Notice>
  )
}
