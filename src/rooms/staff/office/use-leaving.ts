// Nobody leaves a page with what he has not sent or saved, by the menu, the back button, a reload or the tab's end, without being
// asked.
import { useBlocker } from '@tanstack/react-router'
import { useOfficeWords } from './words.ts'

/** `isUnsaved` is asked when somebody is about to leave. */
export function useLeaving(isUnsaved: () => boolean) {
  const t = useOfficeWords()
  useBlocker({
    // Another language of the same thing loses nothing.
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() && current.pathname !== next.pathname && !confirm(t('frame.leave')),
    enableBeforeUnload: isUnsaved,
  })
}
