// A mail to whoever asks, sent as any other: whether the mail server takes it, and from whom it comes.
import { useNavigate } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useMe } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'

/** Leads to the page of the mail, which tells how it is sent. */
export function TestMail() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const navigate = useNavigate()
  return (
    <Act
      label={t('health.mails.test')}
      explain={t('health.mails.testWhat', { email: me?.email ?? '' })}
      icon={<Send size={18} />}
      asksReason={false}
      schema={async () => (await import('#rooms/staff/forms.ts')).SureForm}
      send={async () => {
        const { id } = await actCall('POST /office/health/mail-test', { body: {} })
        await navigate({ to: '/health/mails/$id', params: { id } })
      }}
      done={t('health.mails.testDone')}
    />
  )
}
