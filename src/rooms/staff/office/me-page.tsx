// /office/me: one's own account.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { useForm } from '#ui/use-form.ts'
import { LONGEST_NAME } from '../limits.ts'
import { Act } from './act.tsx'
import { actCall } from './act-call.ts'
import { CodeList } from './code-list.tsx'
import { OwnApp } from './own-app.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { sayRole } from './say-role.ts'
import { useMe } from './session.ts'
import { SessionList } from './session-list.tsx'
import { useTitle } from './title.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

type Own = Awaited<ReturnType<typeof officeCall<'GET /office/me'>>>

const sureForm = async () => (await import('../forms.ts')).SureForm

export function MePage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('staff.me.title'), me?.shop)
  const { data, error, refetch } = useQuery({
    queryKey: ['own'],
    queryFn: ({ signal }) => officeCall('GET /office/me', {}, { signal }),
  })
  return (
    <>
      <h1 className="text-2xl">{t('staff.me.title')}</h1>
      {data ? (
        <>
          <p className="mt-1 break-words text-muted">
            <bdi>{data.email}</bdi> · <bdi>{sayRole(t, data.role)}</bdi>
          </p>
          {me?.isDemo ? (
            <Notice className="mt-4">{t('staff.why.demoPerson')}</Notice>
          ) : (
            <div className="mt-5 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
              <Section title={t('staff.me.name')}>
                <NameForm name={data.name} />
              </Section>
              <Section title={t('staff.me.password')}>
                <PasswordForm email={data.email} />
              </Section>
              <Section title={t('welcome.app')}>
                <OwnApp email={data.email} />
              </Section>
              <Section title={t('staff.me.passkeys')}>
                <OwnPasskeys />
              </Section>
              <Section title={t('staff.me.codes')}>
                <Codes left={data.recoveryCodes} />
              </Section>
              <Section title={t('staff.me.sessions')}>
                <OwnSessions own={data} />
              </Section>
            </div>
          )}
        </>
      ) : error ? (
        <ErrorState
          title={sayRefusal(t, error)}
          retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
        />
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-4">
          <SkeletonBlock className="h-72" />
        </SkeletonGroup>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <Card as="section" aria-labelledby={heading} padding="none" className="min-w-0 p-4 sm:p-5">
      <h2 id={heading} className="text-lg">
        {title}
      </h2>
      {children}
    </Card>
  )
}

function NameForm({ name }: { name: string }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    schema: async () => (await import('../forms.ts')).NameForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async (body) => {
      setProblem(undefined)
      try {
        await actCall('POST /office/me/name', { body })
        toast({ message: t('staff.me.saved'), tone: 'good' })
        await queries.invalidateQueries()
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        setProblem(sayRefusal(t, error))
      }
    },
  })
  return (
    <form {...form.props} className="mt-4 grid gap-4">
      <TextField
        {...form.field('name')}
        label={t('welcome.name')}
        hint={t('welcome.nameHint')}
        autoComplete="name"
        defaultValue={name}
        maxLength={LONGEST_NAME}
        required
      />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" className="justify-self-start" loading={form.sending} loadingLabel={t('frame.loading')}>
        {t('staff.me.save')}
      </Button>
    </form>
  )
}

function Codes({ left }: { left: number }) {
  const t = useOfficeWords()
  const [codes, setCodes] = useState<string[]>()
  return (
    <>
      <p className="mt-2 text-muted">{t('staff.me.codesLeft', { count: left })}</p>
      {codes && (
        <div role="status">
          <p className="mt-4 font-medium">{t('welcome.codesIntro')}</p>
          <CodeList codes={codes} />
        </div>
      )}
      <p className="mt-4">
        <Act
          label={t('staff.me.newCodes')}
          explain={t('staff.me.newCodesWhat')}
          asksReason={false}
          schema={sureForm}
          send={async () => setCodes((await actCall('POST /office/me/recovery-codes', {})).recoveryCodes)}
          done={t('staff.me.newCodesDone')}
        />
      </p>
    </>
  )
}

function OwnSessions({ own: { sessions } }: { own: Own }) {
  const t = useOfficeWords()
  return (
    <>
      <SessionList
        sessions={sessions}
        empty={t('staff.noSessions')}
        endOne={(sessionId) => <EndOwn sessionId={sessionId} />}
      />
      {sessions.length > 1 && (
        <p className="mt-4">
          <EndOwn />
        </p>
      )}
    </>
  )
}

function EndOwn({ sessionId }: { sessionId?: string }) {
  const t = useOfficeWords()
  return (
    <Act
      size="sm"
      label={t(sessionId ? 'staff.endSession' : 'staff.me.endOthers')}
      explain={t('staff.endWhat')}
      asksReason={false}
      schema={sureForm}
      send={() => actCall('POST /office/me/sessions/end', { body: { sessionId } })}
      done={t('staff.ended')}
    />
  )
}
