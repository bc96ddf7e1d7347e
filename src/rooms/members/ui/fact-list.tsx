// What is known of a member, each with its name, in two columns.
import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'

export function FactList({ facts, className }: { facts: [label: string, value: ReactNode][]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-2 gap-x-6 gap-y-3', className)}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
