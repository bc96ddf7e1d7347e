export type DemoReview = [
  daysAgo: number,
  score: 1 | 2 | 3 | 4 | 5,
  name: string,
  text: string,
  locale: string,
  verified: boolean,
]
