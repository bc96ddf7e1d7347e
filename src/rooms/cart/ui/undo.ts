// Takes back what was done to the cart. What was added since then stays.
import { addLine, type CartLine, MAX_LINES, removeLine } from '../rules.ts'
import { changeCart } from './cart-store.ts'

/** The line stands where it stood. False: others have taken its room meanwhile. */
export function putBack(line: CartLine, position: number): boolean {
  let isBack = false
  changeCart((lines) => {
    const others = removeLine(lines, line)
    isBack = others.length < MAX_LINES
    return isBack ? [...others.slice(0, position), line, ...others.slice(position)] : lines
  })
  return isBack
}

/** That the cart was cleared. */
export const restore = (before: CartLine[]) => changeCart((lines) => lines.reduce(addLine, before))
