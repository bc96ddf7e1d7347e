import { type ReactNode, useId } from 'react'
import { Card } from '#ui/card.tsx'

type CheckoutSectionProps = { title: string; titleId?: string; aside?: ReactNode; children: ReactNode }

export function CheckoutSection({ title, titleId, aside, children }: CheckoutSectionProps) {
  const ownId = useId()
  return (
    <Card as="section" padding="lg" aria-labelledby={titleId ?? ownId}>
      <div className="mb-4 flex items-baseline justify-between gap-3">
        <h2 id={titleId ?? ownId} className="text-lg">
          {title}
        </h2>
        <span className="text-sm text-muted">{aside}</span>
      </div>
      {children}
    </Card>
  )
}
