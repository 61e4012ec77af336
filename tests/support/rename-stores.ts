import { stores } from '../../sandbox/data/stores'

/** Has the sandbox of this process call its stores as another retailer's gateway would. */
export function renameStores(name: string): void {
  for (const store of stores as unknown as { name: string | null }[])
    store.name = (store.name ?? 'Апрель').replace('Апрель', name)
}
