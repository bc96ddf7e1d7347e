import { Share2 } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'

/** Hands the page's address to whatever the device shares with, or copies it. */
export function ShareButton({ title }: { title: string }) {
  const t = useWords()

  async function share() {
    const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      // Turning back from the device's list is no failure.
      return navigator.share({ title, url }).catch(() => {})
    }
    try {
      await navigator.clipboard.writeText(url)
      toast({ tone: 'good', message: t('content.news.linkCopied') })
    } catch {
      toast({ tone: 'bad', message: t('content.news.linkNotCopied') })
    }
  }

  return (
    <Button size="sm" onClick={share} className="noscript:hidden">
      <Share2 size={16} aria-hidden="true" />
      {t('content.news.share')}
    </Button>
  )
}
