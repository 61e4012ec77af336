// Prints the path of the image's Node version; fetches it if necessary.
import { ensureRuntime, getVersion } from './runtime'

const path = ensureRuntime()
console.log(`Node ${getVersion(path)} for what ships: ${path}`)
