import { useWords } from '#platform/i18n/messages.ts'
import { UiLink } from '#ui/link.tsx'
import { SERVICE_LINKS } from '../service-links.ts'

/** News and forms, in one line: beside the categories where there is room for both, else in the top bar. */
export function ServiceNav({ className, compact = false }: { className: string; compact?: boolean }) {
  const t = useWords()
  // One of the two is a landmark: both are in the page, whichever of them is shown.
  const Frame = compact ? 'div' : 'nav'
  return (
    <Frame {...(!compact && { 'aria-label': t('shell.service') })} className={className}>
      <ul className={compact ? '-ms-2 flex' : '-me-3 flex'}>
        {SERVICE_LINKS.map(({ name, href }) => (
          <li key={name}>
            <UiLink
              href={href}
              className={`flex items-center rounded-control text-sm whitespace-nowrap text-muted transition-colors hover:text-ink ${compact ? 'min-h-8 px-2' : 'min-h-11 px-3'}`}
            >
              {t(`shell.${name}`)}
            </UiLink>
          </li>
        ))}
      </ul>
    </Frame>
  )
}
