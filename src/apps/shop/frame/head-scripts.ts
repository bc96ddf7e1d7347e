import { createIsomorphicFn } from '@tanstack/react-start'
import { memberScript } from '#browser/member-mark.ts'
import { earlyInputScript } from '#ui/early-input.ts'
import { themeScript } from '#ui/theme.ts'

/** What runs before a page is drawn. It has run when the browser's code comes, which therefore has no need of it. */
export const headScripts = createIsomorphicFn()
  .server((): { children: string }[] => [
    { children: themeScript },
    { children: memberScript },
    { children: earlyInputScript },
  ])
  .client((): { children: string }[] => [])
