import { readOperator } from '~/operator/operator-files.server'
import { documentsVersion } from '~/welcome/documents.server'

/** What all that the operator says is called now, for the edge, which keeps pages that everybody gets. */
export async function operatorVersion(): Promise<string> {
  const [{ version }, documents] = await Promise.all([readOperator(), documentsVersion()])
  return `${version} ${documents}`
}
