// How an icon of the set is drawn: what the set's own function does beyond this is asked for by nobody here and costs every
// first visit a kilobyte. `bin/small-icons.mjs` puts this one in its place.
import { createElement, type SVGAttributes } from 'react'

interface IconData {
  node: readonly (readonly [tag: string, attributes: object])[]
}

interface IconProps extends SVGAttributes<SVGSVGElement> {
  size?: number
}

/** Beside a name it says nothing of its own. Lines and their weight are the stylesheet's: a page has a hundred icons. */
export default function createIcon({ node }: IconData) {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size = 24, className = '', ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        ...rest,
        className: `lucide ${className}`,
      },
      ...children,
    )
}
