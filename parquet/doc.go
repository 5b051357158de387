// Package parquet reads the rows of a Parquet file as JSON records, and writes records
// as rows: inputs and outputs of package dataset, which does not link it. Columns that
// nobody changed keep their values untouched; others are inferred. docs/reference/parquet.md says
// how each type is spelled, what comes back exactly, and where the limits are.
//
// Files are untrusted: a damaged one gives an error, never a panic, and what a file
// claims is checked before memory is taken for it.
package parquet
