import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { toast } from '#ui/toast.ts'

/** Whether he gets mails about what he wishes for. Without an answer there is nothing to choose. */
export function WishMails() {
  const t = useMemberWords()
  const { data, show } = useLoaded('wish mails', (signal) => call('GET /api/profile/wishlist/mails', {}, { signal }))
  const [busy, setBusy] = useState(false)
  if (!data) return null

  async function change(wanted: boolean) {
    setBusy(true)
    show({ wanted })
    try {
      await call('POST /api/profile/wishlist/mails', { body: { wanted } })
      toast({ tone: 'good', message: t(wanted ? 'wishes.mailsOn' : 'wishes.mailsOff') })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      show({ wanted: !wanted })
      toast({ tone: 'bad', message: t(error.status === 0 ? 'error.offline' : 'error.unexpected') })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Checkbox
      className="mt-8"
      checked={data.wanted}
      disabled={busy}
      hint={t('wishes.mailsHint')}
      onChange={(event) => void change(event.target.checked)}
    >
      {t('wishes.mails')}
    </Checkbox>
  )
}
