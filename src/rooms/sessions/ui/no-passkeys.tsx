// Why this page cannot ask for passkeys, and where one could.
import { namedAddress, passkeysHere } from '#browser/passkeys.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'

/** Only in the browser. */
export function NoPasskeys() {
  const t = useMemberWords()
  const named = namedAddress()
  return (
    <Notice live>
      {t(passkeysHere() === 'noName' ? 'security.passkeysAddress' : 'security.passkeysNone')}{' '}
      {named && (
        <a href={named} className={textLinkClass}>
          {t('security.passkeysOpen', { address: new URL(named).host })}
        </a>
      )}
    </Notice>
  )
}
