// Puzzle: what fits into each other.
import { FADE, type Motif, paint, rect, times, turned } from '../shapes.ts'

export const nestedSquares: Motif = ({ x, y, unit, chance, palette }) => {
  const turn = chance.sign() * chance.between(7, 13)
  const fills = [palette.partner, palette.loud, palette.spark, FADE.loudPartner]
  return times(11, (i) => {
    const half = unit * 0.46 * 0.845 ** i
    return turned(turn * i, x, y, rect(x - half, y - half, half * 2, half * 2, paint(fills[i % 4]!)))
  }).join('')
}

/** Pieces of four, packed. */
export const pieces: Motif = ({ x, y, unit, chance, palette }) => {
  const columns = 6
  const rows = 7
  const cell = (unit * 0.96) / columns
  const left = x - (columns * cell) / 2
  const top = y - (rows * cell) / 2
  const owner: number[][] = times(rows, () => Array<number>(columns).fill(-1))
  const free = (row: number, column: number) => owner[row]?.[column] === -1
  let piece = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!free(row, column) || chance.odds(row === 0 ? 0.5 : 0.08)) continue
      let [r, c] = [row, column]
      for (let step = 0; step < 4; step++) {
        owner[r]![c] = piece
        const next = [
          [r, c + 1],
          [r + 1, c],
          [r, c - 1],
        ].filter(([a, b]) => free(a!, b!))
        if (next.length === 0) break
        ;[r, c] = chance.pick(next) as [number, number]
      }
      piece++
    }
  }
  const fills = [palette.loud, palette.partner, palette.spark, palette.deep]
  const out: string[] = []
  const gap = cell * 0.05
  owner.forEach((line, row) => {
    line.forEach((mine, column) => {
      if (mine < 0) return
      const [px, py] = [left + column * cell, top + row * cell]
      const fill = paint(fills[(mine * 3 + (mine >> 2)) % fills.length]!)
      const right = line[column + 1] === mine
      const below = owner[row + 1]?.[column] === mine
      out.push(rect(px + gap, py + gap, cell - 2 * gap, cell - 2 * gap, fill, cell * 0.12))
      if (right) out.push(rect(px + cell / 2, py + gap, cell, cell - 2 * gap, fill))
      if (below) out.push(rect(px + gap, py + cell / 2, cell - 2 * gap, cell, fill))
    })
  })
  return turned(chance.pick([-12, -8, 8, 12]), x, y, out.join(''))
}
