// How many there are of something, for the operator of a command: "1 key", "2,000 keys".

export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
