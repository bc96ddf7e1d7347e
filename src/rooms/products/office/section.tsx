// A part of the page of one thing.
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padding="none" className="p-4 sm:p-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  )
}
