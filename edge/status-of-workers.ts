import type { StatusRow, StatusSection } from '../app/context/status.server'

/** What a worker says of itself, by its name; null: it gave no answer. */
type Told = [worker: string, sections: readonly StatusSection[] | null]

/**
 * The page of several workers: who they are, then once what all of them say; where they differ each says
 * its own, under its name.
 */
export function joinStatus(told: readonly Told[]): StatusSection[] {
  const workers = told.map(([worker, sections]): StatusRow =>
    sections
      ? { name: worker, value: 'answers' }
      : { name: worker, value: 'gives no answer', isBad: true },
  )
  const rows = told.flatMap(([worker, sections]) =>
    (sections ?? []).flatMap(({ title, rows }) => rows.map((row) => ({ worker, title, row }))),
  )
  const answering = told.filter(([, sections]) => sections).length
  return [
    { title: 'Workers', rows: workers },
    ...unique(rows.map(({ title }) => title)).map((title) => {
      const own = rows.filter((each) => each.title === title)
      const rowsOf = (name: string): StatusRow[] => {
        const said = own.filter(({ row }) => row.name === name)
        const values = unique(said.map(({ row }) => row.value))
        if (said.length === answering && values.length === 1) return said.slice(0, 1).map(rowIn)
        return said.map(({ worker, row }) => ({ ...row, name: `${name} (worker ${worker})` }))
      }
      return { title, rows: unique(own.map(({ row }) => row.name)).flatMap(rowsOf) }
    }),
  ]
}

const unique = (texts: string[]) => [...new Set(texts)]
const rowIn = ({ row }: { row: StatusRow }) => row
