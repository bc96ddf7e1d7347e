// Code that is fetched when it is wanted. While the shop does not answer, for want of a connection or because its process has ended, that
// is said in the place of what is on its way; it is asked for again by itself, and at once when somebody presses.
import { useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { useOfficeWords } from './words.ts'

const AGAIN_MS = 5_000

/** Ends once the shop answers; undefined: it is not known to be away. */
let absence: Promise<void> | undefined
let askAgain = () => {}
addEventListener('online', () => askAgain())
const watchers = new Set<() => void>()

/** What something in between answers is no answer of the shop's, and neither is silence. */
const answers = () =>
  fetch('/healthz', { method: 'HEAD', signal: AbortSignal.timeout(AGAIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

function become(now: typeof absence) {
  absence = now
  for (const tell of watchers) tell()
}

async function comeBack() {
  do
    await new Promise<void>((resolve) => {
      askAgain = resolve
      setTimeout(resolve, AGAIN_MS)
    })
  while (!(await answers()))
  become(undefined)
}

/** Code that does not come although the shop answers is of another version. */
export async function onceThere<T>(load: () => Promise<T>): Promise<T> {
  if (navigator.onLine) {
    const [code] = await Promise.allSettled([load()])
    if (code.status === 'fulfilled') return code.value
  }
  if (!(await answers())) {
    if (!absence) become(comeBack())
    await absence
  }
  return load()
}

function watch(tell: () => void) {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** In the place of what is on its way. */
export function Coming({ headingLevel = 1 }: { headingLevel?: 1 | 3 }) {
  const t = useOfficeWords()
  const isAway = useSyncExternalStore(watch, () => absence !== undefined)
  if (isAway)
    return (
      <ErrorState
        title={t('error.offline')}
        retry={<Button onClick={() => askAgain()}>{t('frame.again')}</Button>}
        headingLevel={headingLevel}
      />
    )
  return (
    <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-4">
      <SkeletonBlock className="h-40" />
    </SkeletonGroup>
  )
}
