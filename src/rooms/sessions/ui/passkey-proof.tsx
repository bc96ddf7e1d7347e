// In the proof: a passkey in place of password and code, for whoever has one that opens this address.
import { call } from '#browser/calls.ts'
import { passkeysHere } from '#browser/passkeys.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { proveByPasskey } from './by-passkey.ts'
import { PasskeyQuestion, usePasskeyQuestion } from './passkey-question.tsx'

export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const t = useMemberWords()
  const { data } = useLoaded('passkeys', (signal) => call('GET /api/profile/passkeys', { query: {} }, { signal }))
  const { asking, problem, ask } = usePasskeyQuestion()
  // Whoever cannot be asked has his password.
  if (!data?.rows.some(({ state }) => state === 'good') || passkeysHere() !== 'yes') return null
  const prove = () => ask(() => proveByPasskey().then(onProved))
  return (
    <PasskeyQuestion label={t('security.usePasskey')} asking={asking} problem={problem} onAsk={() => void prove()} />
  )
}
