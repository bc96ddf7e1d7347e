// The way into the office of a demo, for whoever has no account in it: at the door, and over a page whose session has ended.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { useHash } from '#browser/use-hash.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Me } from '../office.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

export const useDoor = () =>
  useQuery({ queryKey: ['door'], queryFn: ({ signal }) => officeCall('GET /office/door', {}, { signal }) })

/** Nothing where the shop is no demo. */
export function DemoEntrance({ onEntered }: { onEntered: (me: Me) => void | Promise<void> }) {
  const t = useOfficeWords()
  const { data: door } = useDoor()
  const [problem, setProblem] = useState<string>()
  const [isEntering, setEntering] = useState(false)
  // Of a demo that others reach: no server and no log sees what stands behind `#`.
  const token = useHash()

  async function enterDemo() {
    setEntering(true)
    try {
      await onEntered(await officeCall('POST /office/demo', { body: { token: token || undefined } }))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(sayRefusal(t, error))
    } finally {
      setEntering(false)
    }
  }

  if (!door?.isDemo) return null
  const isOpen = token !== '' || !door.needsToken
  return (
    <div className="mt-6 grid gap-3 rounded-card border border-line bg-tint p-4">
      <p className="text-sm text-muted">{t(isOpen ? 'door.demo' : 'door.demoForOthers')}</p>
      {isOpen && (
        <Button variant="primary" loading={isEntering} loadingLabel={t('door.signingIn')} onClick={enterDemo}>
          {t('door.enterDemo')}
        </Button>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </div>
  )
}
