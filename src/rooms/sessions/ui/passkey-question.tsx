// The button that asks for a passkey, in the login and in the proof, and what a person is told when nothing came of it.
import { Fingerprint } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { sayNoPasskey } from './by-passkey.ts'
import { Or } from './or.tsx'

export function usePasskeyQuestion() {
  const t = useMemberWords()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const refuse = (error: unknown) => setProblem(sayNoPasskey(error, t))

  async function ask(answered: () => Promise<void>) {
    setAsking(true)
    setProblem(undefined)
    try {
      await answered()
    } catch (error) {
      refuse(error)
    } finally {
      setAsking(false)
    }
  }

  return { asking, problem, ask, refuse }
}

interface PasskeyQuestionProps extends Pick<ReturnType<typeof usePasskeyQuestion>, 'asking' | 'problem'> {
  label: string
  large?: boolean
  disabled?: boolean
  onAsk: () => void
  /** Why it cannot be asked here. */
  children?: ReactNode
}

export function PasskeyQuestion({ label, large, disabled, asking, problem, onAsk, children }: PasskeyQuestionProps) {
  const t = useMemberWords()
  return (
    <div className="mt-5 grid gap-5">
      <Or />
      <Button
        size={large ? 'lg' : undefined}
        block
        disabled={disabled}
        icon={<Fingerprint size={large ? 20 : 18} aria-hidden="true" />}
        loading={asking}
        loadingLabel={t('login.sending')}
        onClick={onAsk}
      >
        {label}
      </Button>
      {children}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </div>
  )
}
