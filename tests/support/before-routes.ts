// This file is run anew before each file of tests, what it imports once per process.
import './open-sandbox'
