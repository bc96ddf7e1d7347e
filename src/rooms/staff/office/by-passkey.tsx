// A passkey in place of password and code: at the door, over a page whose session has ended, and where one proves oneself again.
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { askPasskey, namedAddress, passkeysHere, whyNoPasskey } from '#browser/passkeys.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import type { Me } from '../office.ts'
import { sayRefusal, type TranslateOffice, useOfficeWords } from './words.ts'

/** Throws CallRefused, or what the browser throws. */
export async function enterByPasskey(): Promise<Me> {
  const answer = await askPasskey(await officeCall('POST /office/session/passkey/begin', {}))
  return officeCall('POST /office/session/passkey', { body: answer })
}

export async function proveByPasskey(): Promise<void> {
  const answer = await askPasskey(await officeCall('POST /office/prove/passkey/begin', {}))
  await officeCall('POST /office/prove/passkey', { body: answer })
}

/** What a person is told of it; throws what is none of his business. */
export function sayNoPasskey(t: TranslateOffice, error: unknown): string {
  if (error instanceof CallRefused) return sayRefusal(t, error)
  const why = whyNoPasskey(error)
  if (!why) throw error
  return t(why === 'unable' ? 'passkey.none' : `passkey.${why}`)
}

interface ByPasskeyProps<T> {
  label: string
  /** Asks the browser and the server. */
  ask: () => Promise<T>
  onDone: (answer: T) => void
}

/** Below what asks for password and code. */
export function ByPasskey<T>({ label, ask, onDone }: ByPasskeyProps<T>) {
  const t = useOfficeWords()
  const [isAsking, setAsking] = useState(false)
  const [isImpossible, setImpossible] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function press() {
    if (passkeysHere() !== 'yes') return setImpossible(true)
    setAsking(true)
    setProblem(undefined)
    try {
      onDone(await ask())
    } catch (error) {
      setProblem(sayNoPasskey(t, error))
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="mt-4 grid gap-4">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('door.or')}
      </p>
      <Button
        block
        icon={<Fingerprint size={18} aria-hidden="true" />}
        loading={isAsking}
        loadingLabel={t('door.signingIn')}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {isImpossible && <NoPasskeys />}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </div>
  )
}

/** Why this page cannot ask for passkeys, and where one could. */
export function NoPasskeys() {
  const t = useOfficeWords()
  const named = namedAddress()
  return (
    <Notice live>
      {t(passkeysHere() === 'noName' ? 'passkey.address' : 'passkey.none')}{' '}
      {named && (
        <a href={named} className={textLinkClass}>
          {t('passkey.open', { address: new URL(named).host })}
        </a>
      )}
    </Notice>
  )
}
