import type { ReactNode } from 'react'

export function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-line py-4 first-of-type:border-t-0 first-of-type:pt-0">
      <legend className="float-start mb-1.5 w-full text-sm font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}
