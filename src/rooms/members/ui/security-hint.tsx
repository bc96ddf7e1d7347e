// Once after a login, below the header of whatever page it led to: what would protect the account beside its password.
import { ShieldCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { buttonClass } from '#ui/button-class.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { UiLink } from '#ui/link.tsx'
import { endOffer, useOffer } from './security-offer.ts'
import { useMemberWords } from './words.ts'

export function SecurityHint() {
  const t = useMemberWords()
  const offer = useOffer()
  const isShown = offer.length > 0
  useEffect(() => {
    if (isShown) void remember()
  }, [isShown])
  if (!isShown) return null
  return (
    <aside aria-labelledby="security-hint" className="border-b border-line bg-accent-soft">
      <div className="shell flex items-start gap-3 py-3">
        <ShieldCheck size={20} className="mt-0.5 shrink-0 text-accent-ink max-sm:hidden" aria-hidden="true" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-2">
          <div className="min-w-60 flex-1">
            <p id="security-hint" className="font-medium">
              {t('security.hintTitle')}
            </p>
            <p className="text-sm">{t(offer.includes('passkeys') ? 'security.hintBoth' : 'security.hintApp')}</p>
          </div>
          <UiLink href="/my-security" className={buttonClass({ size: 'sm' })} onClick={endOffer}>
            {t('security.hintGo')}
          </UiLink>
        </div>
        <IconButton size="sm" label={t('security.hintNo')} onClick={endOffer}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </aside>
  )
}

/** He has seen it: on no device is it said again. Where the server does not hear of that, it is at his next login. */
async function remember() {
  try {
    await call('POST /api/profile/securityOffered', {})
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
  }
}
