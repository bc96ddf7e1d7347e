import { starAt } from './star.ts'

type RatingStarsProps = {
  /** 0 to 5; shown to the nearest half. */
  value: number
  /** Such as "4.5 of 5". */
  label: string
  size?: 'sm' | 'md' | 'lg'
}

/** Five stars in one drawing: the full ones are the same path, cut off at the value. Ink, not amber: amber means waiting. */
export function RatingStars({ value, label, size = 'md' }: RatingStarsProps) {
  const width = (Math.round(Math.min(5, Math.max(0, value)) * 2) / 2) * 20
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 20" className={`flip-rtl shrink-0 ${sizes[size]}`}>
      <path className="fill-line-strong forced-colors:fill-[GrayText]" d={stars} />
      {width > 0 && (
        <svg width={width} height="20" viewBox={`0 0 ${width} 20`} aria-hidden="true">
          <path className="fill-ink" d={stars} />
        </svg>
      )}
    </svg>
  )
}

const sizes = { sm: 'h-3.5 w-17.5', md: 'h-4.5 w-22.5', lg: 'h-6 w-30' }

const stars = [0, 20, 40, 60, 80].map((x) => starAt(x)).join('')
