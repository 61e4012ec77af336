/** Requests of one moment with one result: pages by attempts, codes by failures. */
export interface Cohort {
  pages: number[]
  codes: number[]
}

/** Attempts at a page, after which a shopper gives up. */
export const MOST_TRIES = 3
export const MOST_FAILURES = 6

export const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0)

export const emptyCohort = (): Cohort => ({
  pages: Array<number>(MOST_TRIES + 1).fill(0),
  codes: Array<number>(MOST_FAILURES + 1).fill(0),
})

export const sizeOf = ({ pages, codes }: Cohort) => sum(pages) + sum(codes)

export function addTo(all: Cohort, { pages, codes }: Cohort): void {
  for (const [index, count] of pages.entries()) all.pages[index]! += count
  for (const [index, count] of codes.entries()) all.codes[index]! += count
}

/** The same requests, reduced to a share of their number. */
export const part = ({ pages, codes }: Cohort, share: number): Cohort => ({
  pages: pages.map((count) => count * share),
  codes: codes.map((count) => count * share),
})
