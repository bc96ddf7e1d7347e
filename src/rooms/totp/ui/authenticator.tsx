// Codes of an authenticator app: turned on with a QR code, off again, and the recovery codes.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { renderSVG } from 'uqr'
import { CallRefused, call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useTurn } from '#rooms/members/ui/in-turn.tsx'
import { MemberProblem, MemberSkeleton } from '#rooms/members/ui/member-page.tsx'
import { sayMoment } from '#rooms/members/ui/moment.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { useProof } from '#rooms/sessions/ui/prove-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

export function Authenticator() {
  const t = useMemberWords()
  const { data, problem, reload } = useLoaded('totp', () => call('GET /api/profile/totp', {}))
  useTurn(data !== undefined || problem !== undefined)
  const { withProof, dialog } = useProof()
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const [working, setWorking] = useState(false)
  const [wrongCode, setWrongCode] = useState<string>()
  /** Has the keyboard's place when what was pressed goes. */
  const heading = useRef<HTMLHeadingElement>(null)
  /** The answer to its confirmation was lost, and the recovery codes with it. */
  const [isLost, setLost] = useState(false)
  const isDone = begun && data?.isOn
  useEffect(() => {
    if (!isDone) return
    // What was begun is over, also when it is turned off again.
    setBegun(undefined)
    setLost(true)
    heading.current?.focus()
  }, [isDone])
  if (!data) return problem ? <MemberProblem retry={reload} /> : <MemberSkeleton />

  async function change<T>(work: () => Promise<T>, done: (answer: T) => void) {
    if (working) return
    setWorking(true)
    setWrongCode(undefined)
    try {
      const answer = await withProof(work)
      if (answer === undefined) return
      setBegun(undefined)
      setLost(false)
      done(answer)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const said = t(t.knows(error.message) ? error.message : 'error.unexpected')
      if (error.message === 'totp.wrongCode') setWrongCode(said)
      else toast({ message: said, tone: 'bad' })
    } finally {
      setWorking(false)
      reload()
    }
  }

  function showCodes(made?: { recoveryCodes: string[] }) {
    setCodes(made?.recoveryCodes)
    heading.current?.focus()
  }

  const begin = () => change(() => call('POST /api/profile/totp/begin', {}), setBegun)
  function leave() {
    setBegun(undefined)
    heading.current?.focus()
  }
  const renew = () => change(() => call('POST /api/profile/totp/recovery', {}), showCodes)
  const turnOff = () =>
    change(
      () => call('DELETE /api/profile/totp', {}),
      () => {
        toast({ message: t('security.turnedOff') })
        showCodes()
      },
    )

  const confirm = (code: string) => change(() => call('POST /api/profile/totp/confirm', { body: { code } }), showCodes)

  return (
    <Card as="section" padding="lg">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('security.app')}
      </h2>
      <p className="mt-1 text-muted">{t('security.appText')}</p>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => showCodes()} />
      ) : begun && !data.isOn ? (
        <Confirm {...begun} working={working} error={wrongCode} onCode={confirm} onLeave={leave} />
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {isLost && data.isOn && (
            <Notice tone="warn" live className="w-full">
              {t('totp.isOn')}
            </Notice>
          )}
          {data.isOn && (
            <p className="w-full">
              {t('security.appOn', { when: sayMoment(data.since ?? '', t.tag), left: data.recoveryCodesLeft })}
            </p>
          )}
          {data.isOn ? (
            <>
              <Button onClick={() => void renew()} loading={working}>
                {t('security.renew')}
              </Button>
              <Button onClick={() => void turnOff()} loading={working}>
                {t('security.turnOff')}
              </Button>
            </>
          ) : (
            <Button variant="primary" onClick={() => void begin()} loading={working}>
              {t('security.turnOn')}
            </Button>
          )}
        </div>
      )}
      {dialog}
    </Card>
  )
}

type ConfirmProps = {
  secret: string
  uri: string
  working: boolean
  error: string | undefined
  onCode: (code: string) => Promise<void>
  onLeave: () => void
}

function Confirm({ secret, uri, working, error, onCode, onLeave }: ConfirmProps) {
  const t = useMemberWords()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  const image = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void onCode(new FormData(event.currentTarget).get('code')?.toString() ?? '')
  }

  return (
    <form onSubmit={send} className="mt-4 grid max-w-sm gap-4">
      <p>{t('security.scan')}</p>
      <img src={image} alt={t('security.qr')} width={200} height={200} className="rounded-card" />
      <p className="font-mono text-sm break-all" dir="ltr">
        {secret}
      </p>
      <TextField
        ref={input}
        error={error}
        name="code"
        label={t('security.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        dir="ltr"
        required
      />
      <Button type="submit" variant="primary" loading={working}>
        {t('security.confirm')}
      </Button>
      <Button onClick={() => working || onLeave()}>{t('security.hintNo')}</Button>
    </form>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useMemberWords()
  return (
    <div className="mt-4 grid gap-4">
      <Notice tone="warn" title={t('security.recovery')} live>
        {t('security.recoveryText')}
      </Notice>
      <ul className="grid grid-cols-2 gap-2 font-mono sm:max-w-sm" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="primary" className="justify-self-start" onClick={onKept}>
        {t('security.kept')}
      </Button>
    </div>
  )
}
