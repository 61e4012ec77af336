// Prints the path of the image's Node version; fetches it if necessary.
import { ensureRuntime, versionOf } from './runtime'

const path = ensureRuntime()
console.log(`Node ${versionOf(path)} for what ships: ${path}`)
