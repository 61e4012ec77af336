import { readOperator } from '~/operator/operator-files.server'
import { documentsVersion } from '~/welcome/documents.server'

/** The version of the operator's texts and switches, for the edge's cache of shared pages. */
export async function operatorVersion(): Promise<string> {
  const [{ version }, documents] = await Promise.all([readOperator(), documentsVersion()])
  return `${version} ${documents}`
}
