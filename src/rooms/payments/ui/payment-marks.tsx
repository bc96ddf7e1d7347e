import { getRouteApi } from '@tanstack/react-router'
import { cx } from '#ui/class-names.ts'
import { ProviderMarks } from './provider-marks.tsx'

const root = getRouteApi('__root__')

/** Of the providers that are connected. */
export function PaymentMarks({ label, className }: { label: string; className?: string }) {
  const { providers } = root.useLoaderData()
  return (
    <ul aria-label={label} className={cx('flex flex-wrap gap-1.5 text-muted', className)}>
      {providers.map((provider) => (
        <li key={provider.type} className="max-w-full">
          <ProviderMarks of={provider} instead={provider.name} />
        </li>
      ))}
    </ul>
  )
}
