import { useId } from 'react'
import type { PaymentMethod } from '../contract.ts'

type ProviderMarksProps = {
  of: Pick<PaymentMethod, 'img' | 'imgWidth' | 'imgAlt'>
  /** Shown for a provider that has no drawing. */
  instead?: string
}

/**
 * Drawn for who sees them, by name for who hears them. In the colour of the text around them, so they inform, follow the
 * theme and do not compete with the covers.
 */
export function ProviderMarks({ of: { img, imgWidth, imgAlt }, instead }: ProviderMarksProps) {
  const id = useId()
  if (!img || !imgWidth) return instead
  return (
    <span lang="en" className="block">
      <span className="sr-only">{imgAlt}</span>
      <svg aria-hidden width={imgWidth} height={26} viewBox={`0 0 ${imgWidth} 26`} className="h-auto max-w-full">
        <mask id={id} mask-type="alpha">
          <image href={img} width={imgWidth} height={26} />
        </mask>
        <rect width={imgWidth} height={26} fill="currentColor" mask={`url(#${id})`} />
      </svg>
    </span>
  )
}
