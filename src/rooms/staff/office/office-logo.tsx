// The shop's logo in the office: what was uploaded, with the shop's name as its words, or the drawn mark.
import { useQuery } from '@tanstack/react-query'
import { LogoMark } from '#browser/logo-mark.tsx'
import { officeCall } from '#browser/office-calls.ts'
import { cx } from '#ui/class-names.ts'

export const useLogo = () =>
  useQuery({
    queryKey: ['logo'],
    queryFn: ({ signal }) => officeCall('GET /office/logo', {}, { signal }),
    staleTime: 60_000,
  })

export function OfficeLogo() {
  const { data } = useLogo()
  if (!data?.light) return <LogoMark className="size-8" />
  const { light, dark, shop } = data
  const look = 'h-9 w-auto max-w-40 shrink-0 self-start object-contain'
  return (
    <>
      <img {...light} alt={shop} className={cx(look, dark && 'dark:hidden')} />
      {dark && <img {...dark} alt={shop} className={cx(look, 'hidden dark:block')} />}
    </>
  )
}
