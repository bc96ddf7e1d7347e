// The code of an authenticator app, or a recovery code in its place.
import { useEffect, useRef, useState } from 'react'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { SecondProof } from './log-in.ts'

type SecondFieldProps = {
  error?: string | undefined
  /** The other kind of code is asked for now: the error was about what is no longer there. */
  onOther: () => void
}

/** It comes when the password was right: whoever typed that goes on here, and comes back here with a code that is wrong. */
export function SecondField({ error, onOther }: SecondFieldProps) {
  const t = useMemberWords()
  const input = useRef<HTMLInputElement>(null)
  const [byRecovery, setByRecovery] = useState(false)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  return (
    <div className="grid gap-2">
      <TextField
        key={String(byRecovery)}
        ref={input}
        error={error}
        name={byRecovery ? 'recoveryCode' : 'code'}
        label={t(byRecovery ? 'security.recoveryCode' : 'security.code')}
        autoComplete={byRecovery ? 'off' : 'one-time-code'}
        inputMode={byRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        dir="ltr"
        required
      />
      <Button
        variant="ghost"
        className="justify-self-start"
        onClick={() => {
          setByRecovery(!byRecovery)
          onOther()
        }}
      >
        {t(byRecovery ? 'security.useCode' : 'security.useRecovery')}
      </Button>
    </div>
  )
}

/** What was typed in it. */
export function secondProofIn(form: HTMLFormElement): SecondProof {
  const values = new FormData(form)
  const [code, recoveryCode] = ['code', 'recoveryCode'].map((name) => values.get(name)?.toString().trim() || undefined)
  return { ...(code && { code }), ...(recoveryCode && { recoveryCode }) }
}
