/** How buttons look, as class names: for `<button>`, and for links that act like one. */
import { cx } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean }

export function buttonClass({ variant = 'secondary', size = 'md', block = false }: ButtonLook = {}): string {
  return cx(base, look[variant], height[size], width[size], block && 'w-full wrap-anywhere')
}

/** Square, for one icon. Its accessible name comes from `aria-label`. */
export function iconButtonClass({ variant = 'ghost', size = 'md' }: Omit<ButtonLook, 'block'> = {}): string {
  return cx(base, look[variant], height[size], square[size])
}

/** A link within or beside text. */
export const textLinkClass = 'text-link'

// A transparent border is there for forced colours, where it becomes the button's outline.
const base = cx(
  'relative inline-flex items-center justify-center gap-2 rounded-control border font-medium select-none',
  'transition-[background-color,border-color,color,scale] active:scale-[0.98] motion-reduce:active:scale-100',
  'touch-target text-center leading-tight',
  'disabled:pointer-events-none disabled:border-transparent disabled:bg-tint disabled:text-faint',
)

const look: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-line-strong bg-surface text-ink hover:border-control hover:bg-tint',
  ghost: 'border-transparent text-ink hover:bg-tint active:bg-tint-strong',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
}

// Least heights, so that a long German label may take two lines instead of being cut.
const height: Record<ButtonSize, string> = {
  sm: 'min-h-8 text-sm',
  md: 'min-h-10 text-base',
  lg: 'min-h-12 text-lg',
}

const width: Record<ButtonSize, string> = { sm: 'px-3 py-1', md: 'px-4 py-1.5', lg: 'px-6 py-2' }

const square: Record<ButtonSize, string> = { sm: 'w-8', md: 'w-10', lg: 'w-12' }
