import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { isPage } from '#browser/router-link.tsx'
import { findLocale } from '#platform/i18n/locales.ts'
import { cx } from '#ui/class-names.ts'

type ProseProps = {
  /** Made by the server from Markdown: safe by construction (content/markdown.ts). */
  html: string
  /** Language code of the text, which may be another than the page's. */
  language: string
  className?: string
}

export function Prose({ html, language, className }: ProseProps) {
  const router = useRouter()

  /** Its links are plain ones: those into the shop are followed without loading the page anew. */
  function follow(event: MouseEvent<HTMLElement>) {
    const href = (event.target as Element).closest('a')?.getAttribute('href')
    if (!href || !isPage(href) || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ href })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links within are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by key is clicked too
    <div
      onClick={follow}
      {...languageOf(language)}
      className={cx('prose', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: no HTML but the server's own can be in it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** For whoever hears the page: which language a text is in. */
export function languageOf(code: string): { lang?: string; dir?: 'ltr' | 'rtl' } {
  const locale = findLocale(code)
  return locale ? { lang: locale.tag, dir: locale.dir } : {}
}
