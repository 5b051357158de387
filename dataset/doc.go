// Package dataset converts records and whole files of transcripts.
//
// A record is one JSON value of a data set, or a file of plain text. Its layout
// says where in it the transcript is:
//
//   - text: the record is the transcript, or an object has it under "text";
//   - messages: a list of {"role", "content"}, bare or under "messages";
//   - sharegpt: a list of {"from", "value"} under "conversations";
//   - prompt-completion, alpaca, preference: in several pieces;
//   - anywhere else, at the paths of Options.Fields.
//
// An [Engine] does the work. [Engine.Record] converts one record, [Engine.Copy] those of
// a reader, package job (dataset/job) files, with rejects, checkpoints and shards; [Each] reads records
// without converting them. The container (JSONL,
// one JSON array, one JSON value, plain text) and the compression are recognised by content.
// An input that implements [Rows], as those of package parquet do, brings its records
// itself.
//
// A record is edited in place: all bytes but those of the messages that change
// stay as they are, and unless read-back is turned off each record that was
// written is decoded again to prove it.
package dataset
