// What an authenticator app is set up with: as a picture for its camera, and in letters.
import { renderSVG } from 'uqr'
import { useOfficeWords } from './words.ts'

export function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const t = useOfficeWords()
  return (
    <>
      <p className="text-sm text-muted">{t('welcome.scan')}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
        alt={t('welcome.qrAlt')}
        className="size-44 justify-self-center rounded-control bg-on-picture"
      />
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {t('welcome.secret')} <code className="font-mono break-all text-ink">{secret}</code>
      </p>
    </>
  )
}
