// Runs before each file of tests; its imports run once per process.
import './open-sandbox'
