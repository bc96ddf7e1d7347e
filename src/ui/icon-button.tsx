import type { ComponentProps } from 'react'
import { type ButtonLook, iconButtonClass } from './button-class.ts'
import { cx } from './class-names.ts'

type IconButtonProps = ComponentProps<'button'> &
  Omit<ButtonLook, 'block'> & {
    label: string
    /** A number on the corner, such as how many things are inside. Say it in `label` too: "Cart, 3". */
    count?: number
  }

export function IconButton({
  label,
  count,
  variant,
  size,
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={rest.title ?? label}
      className={cx(iconButtonClass({ variant, size }), className)}
    >
      {children}
      <CornerCount count={count} />
    </button>
  )
}

/** Also for links that look like an icon button: place it in a `relative` parent. */
export function CornerCount({ count = 0 }: { count?: number }) {
  if (count <= 0) return null
  return (
    // Drawn, not written: the label says the number, in the words of its language.
    <span
      aria-hidden="true"
      data-count={count > 99 ? '99+' : count}
      className="figures before:content-[attr(data-count)] absolute -end-0.5 -top-0.5 grid h-[1.64em] min-w-[1.64em] place-items-center rounded-full bg-accent px-1 text-[min(0.6875rem,--spacing(4))] leading-none font-semibold text-on-accent ring-2 ring-surface"
    />
  )
}
