/*
 * The helpers of `@remix-run/route-config`, with types that keep ids, paths and files. They import nothing,
 * so that the running site can read the table of routes, too.
 */

type IdOf<File extends string> = File extends `${infer Id}.tsx`
  ? Id
  : File extends `${infer Id}.ts`
    ? Id
    : File

/** A file that responds to an address, with the framework's id. */
interface AddressEntry<
  Id extends string = string,
  Path extends string = string,
  File extends string = string,
> {
  id: Id
  path: Path
  file: File
  index?: boolean
}

/** A layout of some addresses' screens. */
interface LayoutEntry<Children extends AddressEntry[] = AddressEntry[]> {
  id: string
  file: string
  children: Children
}

type Entry = AddressEntry | LayoutEntry

const getId = (file: string) => file.replace(/\.tsx?$/, '')

/** An address with its file. */
export function route<const Path extends string, const File extends string>(
  path: Path,
  file: File,
): AddressEntry<IdOf<File>, Path, File>
/** One of several addresses that share a file: each has its own id. */
export function route<
  const Path extends string,
  const File extends string,
  const Id extends string,
>(path: Path, file: File, options: { id: Id }): AddressEntry<Id, Path, File>
export function route(path: string, file: string, options?: { id: string }): AddressEntry {
  return { id: options?.id ?? getId(file), path, file }
}

/** The file of `/`. */
export function index<const File extends string>(file: File): AddressEntry<IdOf<File>, '', File> {
  return { id: getId(file) as IdOf<File>, path: '', file, index: true }
}

/** A layout of screens; it adds nothing to their addresses. */
export function layout<Children extends AddressEntry[]>(
  file: string,
  children: Children,
): LayoutEntry<Children> {
  return { id: getId(file), file, children }
}

/** All addresses of a table, without layouts. */
export type AddressIn<Table extends readonly Entry[]> = Table[number] extends infer Each
  ? Each extends { children: (infer Child)[] }
    ? Child
    : Each
  : never

/** An address with the file of its layout. */
type FramedAddress = AddressEntry & { frame: string | null }

/** All addresses of a table, each with the file of its layout. */
export function addressesIn(table: readonly Entry[]): FramedAddress[] {
  return table.flatMap((entry): FramedAddress[] =>
    'children' in entry
      ? entry.children.map((child) => ({ ...child, frame: entry.file }))
      : [{ ...entry, frame: null }],
  )
}

type Cleaned<Name extends string> = Name extends `${infer Required}?` ? Required : Name

/** Names of a path's parameters: `code` of `offers/:code`. */
export type ParamIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Cleaned<Name> | ParamIn<More>
    : Cleaned<Rest>
  : never
