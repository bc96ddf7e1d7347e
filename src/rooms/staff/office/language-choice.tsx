// Which language stands beside English where texts are edited, with how many texts each lacks. The address keeps it.
import { Link } from '@tanstack/react-router'
import { LOCALES } from '#platform/i18n/locales.ts'
import { useOfficeWords } from './words.ts'

export const OTHERS = LOCALES.filter(({ code }) => code !== 'en-US')

/** The one beside English: what the address says, if there is such a one. */
export const otherLanguage = (said: string | undefined) => OTHERS.find(({ code }) => code === said)?.code ?? 'zh-CN'

export const languageName = (code: string) => LOCALES.find((locale) => locale.code === code)?.name ?? code

export function LanguageChoice({ chosen, missing }: { chosen: string; missing: (code: string) => number }) {
  const t = useOfficeWords()
  return (
    <nav aria-label={t('catalogue.languages')} className="mt-3">
      <ul className="flex flex-wrap gap-1.5">
        {OTHERS.map(({ code, name, tag }) => (
          <li key={code}>
            <Link
              to="."
              search={{ language: code }}
              resetScroll={false}
              aria-current={code === chosen ? 'true' : undefined}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-control border border-line px-2.5 text-sm hover:bg-tint aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent-ink"
            >
              <bdi lang={tag}>{name}</bdi>
              {missing(code) > 0 && (
                <span className="figures rounded-mark bg-warn-soft px-1 text-xs text-warn">
                  {t('catalogue.missing', { count: missing(code) })}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
