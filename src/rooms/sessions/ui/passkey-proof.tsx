// In the proof: a passkey in place of password and code, for whoever has one that opens this address.
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { call } from '#browser/calls.ts'
import { passkeysHere } from '#browser/passkeys.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { proveByPasskey, sayNoPasskey } from './by-passkey.ts'
import { Or } from './or.tsx'

export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const t = useMemberWords()
  const { data } = useLoaded('passkeys', (signal) => call('GET /api/profile/passkeys', { query: {} }, { signal }))
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Whoever cannot be asked has his password.
  if (!data?.rows.some(({ state }) => state === 'good') || passkeysHere() !== 'yes') return null

  async function prove() {
    setAsking(true)
    setProblem(undefined)
    try {
      await proveByPasskey()
      onProved()
    } catch (error) {
      setProblem(sayNoPasskey(error, t))
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="mt-5 grid gap-5">
      <Or />
      <Button
        block
        icon={<Fingerprint size={18} aria-hidden="true" />}
        loading={asking}
        loadingLabel={t('login.sending')}
        onClick={() => void prove()}
      >
        {t('security.usePasskey')}
      </Button>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </div>
  )
}
