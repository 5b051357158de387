// Package parquet reads the rows of a Parquet file as JSON records, and writes
// records as rows: with the schema of the file they came from, so that columns
// that nobody changed keep their values untouched, or with a schema inferred
// from the records.
//
// It is a package of its own so that a program that has no use for Parquet does
// not link it. docs/parquet.md says how each type is spelled, what comes back
// exactly, and where the limits are.
//
// Files are untrusted: a damaged one gives an error, never a panic, and memory
// is bounded by the largest page of each column and the largest row.
package parquet
