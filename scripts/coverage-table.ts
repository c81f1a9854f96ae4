/*
 * npm run coverage-table Prints each heading of the contract with the specs that claim to prove it, and the headings
 * that no spec proves.
 */
import { contractPages, coverageOf, coverageTable, taggedSpecs } from './coverage.ts'

process.stdout.write(coverageTable(coverageOf(contractPages(), taggedSpecs())))
