import { getRouteApi } from '@tanstack/react-router'
import { Mail, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { ProductDetail } from '../../wire.ts'
import { productHref } from '../product-href.ts'

const root = getRouteApi('__root__')

/** Plain links: nothing of these networks is loaded before somebody follows one. */
const NETWORKS: [name: string, href: (url: string, text: string) => string][] = [
  ['WhatsApp', (url, text) => `https://wa.me/?text=${text}%20${url}`],
  ['Telegram', (url, text) => `https://t.me/share/url?url=${url}&text=${text}`],
  ['Facebook', (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}`],
  ['X', (url, text) => `https://x.com/intent/post?url=${url}&text=${text}`],
  ['Reddit', (url, text) => `https://www.reddit.com/submit?url=${url}&title=${text}`],
]

export type ProductShareProps = { detail: ProductDetail }

export function ProductShare({ detail }: ProductShareProps) {
  const t = useWords()
  const { origin } = root.useRouteContext()
  const { name } = detail.info
  const url = `${origin}${productHref(detail.info)}`
  const [address, title] = [encodeURIComponent(url), encodeURIComponent(name)]
  return (
    <div data-share="" className="max-w-[68ch]">
      <p className="text-muted">{t('product.share.text')}</p>
      <div className="mt-4 flex flex-wrap items-end gap-2">
        <TextField
          label={t('product.share.link')}
          value={url}
          readOnly
          dir="ltr"
          onFocus={(event) => event.target.select()}
          className="min-w-60 flex-1"
        />
        <CopyButton
          text={url}
          label={t('product.share.copy')}
          done={t('product.share.copied')}
          failed={t('product.share.copyFailed')}
          className="noscript:hidden"
        />
        <DeviceShare url={url} title={name} />
      </div>
      <ul aria-label={t('product.share.networks')} className="mt-4 flex flex-wrap gap-2">
        <li>
          <a href={`mailto:?subject=${title}&body=${address}`} className={buttonClass({ size: 'sm' })}>
            <Mail size={16} aria-hidden="true" />
            {t('product.share.mail')}
          </a>
        </li>
        {NETWORKS.map(([network, href]) => (
          <li key={network}>
            <a
              href={href(address, title)}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonClass({ size: 'sm' })}
            >
              {network}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Where the device has a way of its own; known once the page is alive. */
function DeviceShare({ url, title }: { url: string; title: string }) {
  const t = useWords()
  const [offered, setOffered] = useState(false)
  useEffect(() => setOffered('share' in navigator), [])
  if (!offered) return null
  return (
    <Button
      icon={<Share2 size={18} aria-hidden="true" />}
      onClick={() => {
        navigator.share({ url, title }).catch(() => {
          // Closed without sharing.
        })
      }}
    >
      {t('product.share.device')}
    </Button>
  )
}
