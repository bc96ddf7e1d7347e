import { useMemberWords } from '#rooms/members/ui/words.ts'

/** Between two ways to the same. */
export function Or() {
  const t = useMemberWords()
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('login.or')}
    </p>
  )
}
