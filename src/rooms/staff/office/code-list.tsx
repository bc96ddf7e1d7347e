// Recovery codes, which are shown once: to be copied or saved.
import { CopyButton } from '#ui/copy-button.tsx'
import { useOfficeWords } from './words.ts'

export function CodeList({ codes }: { codes: readonly string[] }) {
  const t = useOfficeWords()
  const text = codes.join('\n')
  return (
    <>
      <ul className="mt-6 grid grid-cols-2 gap-x-6 gap-y-1 rounded-card bg-tint p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={text} label={t('welcome.copy')} done={t('welcome.copied')} failed={t('welcome.copyFailed')} />
        <a
          className="inline-flex min-h-10 items-center rounded-control border border-line-strong px-4 font-medium"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          {t('welcome.save')}
        </a>
      </div>
    </>
  )
}
