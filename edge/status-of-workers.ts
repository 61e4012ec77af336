import type { StatusRow, StatusSection } from '../app/context/status.server'

/**
 * The page of several workers: what all of them say stands there once, and where they differ each says
 * its own, under its name.
 * @param told what each worker says of itself, by its name; one that is silent says nothing
 */
export function joinStatus(told: [worker: string, sections: readonly StatusSection[]][]) {
  const titles = new Set(told.flatMap(([, sections]) => sections.map(({ title }) => title)))
  return [...titles].map((title): StatusSection => {
    const rows = told.flatMap(([worker, sections]) =>
      (sections.find((section) => section.title === title)?.rows ?? []).map((row) => ({
        worker,
        row,
      })),
    )
    const names = new Set(rows.map(({ row }) => row.name))
    return {
      title,
      rows: [...names].flatMap((name): StatusRow[] => {
        const own = rows.filter(({ row }) => row.name === name)
        const [first] = own
        if (first && own.length === told.length && own.every(({ row }) => isSame(row, first.row)))
          return [first.row]
        return own.map(({ worker, row }) => ({ ...row, name: `${name} (worker ${worker})` }))
      }),
    }
  })
}

const isSame = (one: StatusRow, other: StatusRow) =>
  one.value === other.value && one.isBad === other.isBad
