// Package trainers knows what programs that train models take: the row, how the
// arguments of calls and the tool list are written, who may speak after whom, and the
// settings that go next to the rows. All of it is one table; docs/reference/trainers.md says
// where each entry comes from.
//
// Convert records with dataset.Options.For. A row that the trainer would refuse, drop
// or change without a word is a reject, or is repaired and reported.
package trainers
