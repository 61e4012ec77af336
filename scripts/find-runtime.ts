// Prints where the Node of the image's version is, which is fetched if it has to be.
import { ensureRuntime, versionOf } from './runtime'

const path = ensureRuntime()
console.log(`Node ${versionOf(path)} for what ships: ${path}`)
