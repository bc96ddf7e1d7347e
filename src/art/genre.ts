// The genres that have motifs, and how other people's words find one.

export const POSTER_GENRES = [
  'action',
  'fighting',
  'shooter',
  'racing',
  'sports',
  'rpg',
  'adventure',
  'survival',
  'simulation',
  'horror',
  'strategy',
  'puzzle',
  'indie',
  'platformer',
] as const

export type PosterGenre = (typeof POSTER_GENRES)[number]

/** First match wins: what is rare and telling stands before what nearly every game claims. */
const WORDS: [RegExp, PosterGenre][] = [
  [/horror|zombie/, 'horror'],
  [/racing|driving/, 'racing'],
  [/sport|football|soccer/, 'sports'],
  [/fight|beat ?em/, 'fighting'],
  [/shoot|fps|bullet/, 'shooter'],
  [/platform|metroid/, 'platformer'],
  [/puzzle|hidden|logic|card|board/, 'puzzle'],
  [/surviv|sandbox/, 'survival'],
  [/strateg|tactic|tower/, 'strategy'],
  [/rpg|role|mmo|massive|rogue/, 'rpg'],
  [/simul|manage|build|educat|utilit|design/, 'simulation'],
  [/adventur|story|open.?world|visual novel/, 'adventure'],
  [/action|co-?op/, 'action'],
  [/indie|casual|free|early/, 'indie'],
]

/**
 * The genres in any words: a code of ours, or a supplier's "Action;Indie;RPG". Telling ones first; none when nothing is
 * recognised.
 */
export function posterGenres(words: string): PosterGenre[] {
  const found = words
    .toLowerCase()
    .split(/[;,|/]/)
    .map(
      (word) => POSTER_GENRES.find((genre) => genre === word.trim()) ?? WORDS.find(([known]) => known.test(word))?.[1],
    )
    .filter((genre) => genre !== undefined)
  return [...new Set(found)]
}
