import type { SiteFacts } from '#platform/request-scope.ts'
import { cx } from '#ui/class-names.ts'
import { LogoMark } from './logo-mark.tsx'

/** What was uploaded, with the name as its words; else the drawn mark and the name. */
export function LogoDrawn({ name, logo }: Pick<SiteFacts, 'name' | 'logo'>) {
  if (!logo)
    return (
      <span dir="ltr" lang="en" className="inline-flex items-center gap-2.5">
        <LogoMark className="size-8" />
        <span className="text-xl font-semibold tracking-tight">{name}</span>
      </span>
    )
  const { light, dark } = logo
  const look = 'h-9 w-auto max-w-48 object-contain'
  return (
    <>
      <img {...light} alt={name} className={cx(look, dark && 'dark:hidden')} />
      {dark && <img {...dark} alt={name} className={cx(look, 'hidden dark:block')} />}
    </>
  )
}
