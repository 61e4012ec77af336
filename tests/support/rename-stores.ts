import { stores } from '../../sandbox/data/stores'

/** Renames the sandbox's stores, as another retailer would. */
export function renameStores(name: string): void {
  for (const store of stores as unknown as { name: string | null }[])
    store.name = (store.name ?? 'Апрель').replace('Апрель', name)
}
