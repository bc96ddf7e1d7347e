// All motifs by genre.
import type { PosterGenre } from './genre.ts'
import { arenaMotifs } from './motifs/arena.ts'
import { fableMotifs } from './motifs/fable.ts'
import { forceMotifs } from './motifs/force.ts'
import { legendMotifs } from './motifs/legend.ts'
import { momentumMotifs } from './motifs/momentum.ts'
import { paperMotifs } from './motifs/paper.ts'
import { systemMotifs } from './motifs/systems.ts'
import { worldMotifs } from './motifs/world.ts'
import type { Motif } from './shapes.ts'

export const MOTIFS: Record<PosterGenre, readonly Motif[]> = {
  ...momentumMotifs,
  ...forceMotifs,
  ...arenaMotifs,
  ...legendMotifs,
  ...worldMotifs,
  ...systemMotifs,
  ...paperMotifs,
  ...fableMotifs,
}
