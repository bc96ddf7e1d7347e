import type { ReactNode } from 'react'
import { tileGridClass } from '#ui/tile-look.ts'
import type { ProductCard as Card } from '../wire.ts'
import { ProductCard } from './product-card.tsx'

type ProductGridProps = {
  cards: readonly Card[]
  /** How many of the first are in sight at once; their covers do not wait. */
  priorityCount?: number
  headingLevel?: 2 | 3 | 4
  /** Where filters stand beside it. */
  narrow?: boolean
  /** A button for each card. */
  action?: (card: Card) => ReactNode
}

export function ProductGrid({ cards, priorityCount = 0, headingLevel, narrow, action }: ProductGridProps) {
  return (
    <ul className={tileGridClass(narrow)}>
      {cards.map((card, index) => (
        <li key={card.id} className="min-w-0">
          <ProductCard
            card={card}
            priority={index < priorityCount}
            headingLevel={headingLevel}
            action={action?.(card)}
          />
        </li>
      ))}
    </ul>
  )
}
